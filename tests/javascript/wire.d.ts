/**
 * What travels from the kernel to the browser: each shape once. The Python side makes them in
 * `workbench/notebook/views/` and `messages.py`. For the compiler only; nothing of this is packaged.
 */
declare namespace Wire {
  /** How a piece of captured text stands out. */
  type RunTone = "" | "open" | "judged" | "match";
  /** A piece of captured text: the text, its tone, and the number of the finding it belongs to. */
  type Run = [text: string, tone: RunTone, number?: number];
  /** A part of a sentence: our own words, captured text, or our words made strong, quoted, quiet. */
  type Part = string | number | { c: Run[] | string; b?: never; q?: never } | { b: string; c?: never; q?: never } | { q: string; c?: never; b?: never } | { i: string; c?: never; b?: never; q?: never };
  /** A sentence; `null` where there is none. */
  type Words = Part[] | Part | null;
  /** The five tones of a status. */
  type Tone = "pass" | "fail" | "ask" | "idle" | "none";
  /** One numbered line of captured text. */
  type Line = { n: number | string; runs: Run[]; here?: boolean; tone?: string };
  /** A button that runs a command of the registry. */
  type Action = { id: string; label: string; payload?: object; primary?: boolean };
  /** A gate or a cure in a message. */
  type Block = { tone: string; name: string; words: Words; more?: Words; action?: Action | null };
  /** A whole-body message: nothing waits, refused, blocked, something failed. */
  type Message = { kind: "message"; title: string; tone?: string; quiet: boolean; words: Words; story: [string, Words][]; blocks: Block[]; actions: Action[] };
  /** Work that takes long, in words. */
  type Progress = { words: Words; cancel?: boolean };
  /** A moment of a series: the step it belongs to, where it has one. */
  type Moment = { step: number | null; label: string };
  /** One value over the moments of a series: numbers to draw, words to read. */
  type SeriesLine = { name: Words; values: (number | null)[]; words: string[] };
  /** Named values over the sequence. */
  type Series = { moments: Moment[]; lines: SeriesLine[] };
  /** The answer of the kernel to "code". */
  type Code = { op: "code"; esm: string; css: string };
}

/** What a view can do. */
declare namespace App {
  type Act = {
    /** The caps of the keys of a command, as this reviewer has them. */
    caps(id: string): string[];
    command(id: string, payload?: object): void;
    cancel(): void;
  };
}

/** What hosts of widgets give to a view. */
declare namespace Host {
  type Signal = { connect(act: (from: unknown, value: string) => void): void; disconnect(act: (from: unknown, value: string) => void): void };
  type Kernel = { statusChanged?: Signal; connectionStatusChanged?: Signal };
  type Model = {
    on(name: string, act: (message: any) => void): void;
    off(name: string, act: (message: any) => void): void;
    send(content: object): void;
    widget_manager?: { kernel?: Kernel };
  };
}

/** What elements are made of. */
declare namespace Dom {
  type Attributes = { [name: string]: any };
  /** What an element is filled with: text, nodes, attributes, lists of them; what is left out. */
  type Kid = string | number | boolean | null | undefined | Node | Attributes | Kid[];
}
