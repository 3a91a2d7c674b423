"""Whole fixtures of a given size, of every family, each of one thing very many times."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

Make = Callable[[Path, int, str], Path]
_FORM = "application/x-www-form-urlencoded"
_SAID = "The boat is late and nobody knows why. "


def _upto(size: int, parts: Iterable[str], joint: str = "") -> str:
    """``parts``, joined, until they have ``size`` characters."""
    taken, length = [], 0
    for part in parts:
        taken.append(part)
        length += len(part) + len(joint)
        if length >= size:
            break
    return joint.join(taken)


def _again(piece: str) -> Callable[[int], str]:
    return lambda size: piece * (size // len(piece.encode()) + 1)


def _counted(piece: str, joint: str = "") -> Callable[[int], str]:
    """``piece`` with a number where it says ``{}``, each another."""
    return lambda size: _upto(size, (piece.replace("{}", str(at)) for at in count(1)), joint)


# Cassettes: one exchange with one large body, as the recorders write it.


def _exchange(
    body: str,
    answer: str,
    *,
    media: str,
    headers: dict[str, str] | None = None,
    uri: str = "https://api.example.com/v1/x",
) -> str:
    more = "".join(
        f"      {name}: [{json.dumps(value)}]\n" for name, value in (headers or {}).items()
    )
    return (
        f"- request:\n    method: POST\n    uri: {json.dumps(uri)}\n    body: {json.dumps(body)}\n"
        f"    headers:\n      content-type: [{json.dumps(media)}]\n{more}"
        "  response:\n    status: {code: 200, message: OK}\n    headers:\n"
        f"      content-type: [{json.dumps(media)}]\n    body:\n      string: {json.dumps(answer)}\n"
    )  # fmt: skip


def _cassette(folder: Path, exchanges: Iterable[str], more: str = "") -> Path:
    path = folder / "hostile.yaml"
    path.write_text(f"version: 1\n{more}interactions:\n{''.join(exchanges)}", encoding="utf-8", errors="surrogatepass")  # fmt: skip
    return path


def _body(make: Callable[[int], str], media: str = "text/plain") -> Make:
    """A response whose body is what ``make`` gives."""

    def written(folder: Path, size: int, planted: str) -> Path:
        value = f"note={planted}&{make(size)}" if media == _FORM else f"{planted} \n{make(size)}"
        return _cassette(folder, [_exchange("x", value, media=media)])

    return written


def _json_body(make: Callable[[int, str], Any]) -> Make:
    def written(folder: Path, size: int, planted: str) -> Path:
        value = json.dumps(make(size, planted), ensure_ascii=False)
        return _cassette(folder, [_exchange("{}", value, media="application/json")])

    return written


def _events(piece: Callable[[int], Any]) -> Make:
    """A stream of one small event after the other."""

    def written(folder: Path, size: int, planted: str) -> Path:
        events = (f"data: {json.dumps(piece(at))}\n\n" for at in count())
        value = f"data: {json.dumps({'note': planted})}\n\n{_upto(size, events)}"
        return _cassette(folder, [_exchange("{}", value, media="text/event-stream")])

    return written


def _delta(at: int) -> dict[str, Any]:
    return {"id": "c", "choices": [{"index": 0, "delta": {"content": f"w{at} "}}]}


def _headers(folder: Path, size: int, planted: str) -> Path:
    many = {f"x-a{at}": f"v{at}" for at in range(size // 24)}
    return _cassette(folder, [_exchange("x", planted, media="text/plain", headers=many)])


def _values_of_a_header(folder: Path, size: int, planted: str) -> Path:
    values = ", ".join(f'"v{at}"' for at in range(size // 11))
    exchange = _exchange("x", planted, media="text/plain", headers={"x-a": "MANY"})
    return _cassette(folder, [exchange.replace('["MANY"]', f"[{values}]")])


def _long_header(folder: Path, size: int, planted: str) -> Path:
    value = _counted("n{}=v{}", "; ")(size)
    return _cassette(
        folder, [_exchange("x", planted, media="text/plain", headers={"cookie": value})]
    )


def _address(folder: Path, size: int, planted: str) -> Path:
    uri = f"https://api.example.com/v1/x?{_counted('n{}=v{}', '&')(size)}"
    return _cassette(folder, [_exchange("x", planted, media="text/plain", uri=uri)])


def _exchanges(folder: Path, size: int, planted: str) -> Path:
    one = len(_exchange("{}", "{}", media="application/json")) + 30
    said = (json.dumps({"n": at, "said": planted if not at else "at noon"}) for at in count())
    return _cassette(
        folder, [_exchange("{}", next(said), media="application/json") for _ in range(size // one)]
    )


def _keys(folder: Path, size: int, planted: str) -> Path:
    more = _upto(size, (f"  k{at}: v{at}\n" for at in count()))
    return _cassette(folder, [_exchange("x", planted, media="text/plain")], f"more:\n{more}")


def _same_keys(folder: Path, size: int, planted: str) -> Path:
    more = _upto(size, ("  - {a: b}\n" for _ in count()))
    return _cassette(folder, [_exchange("x", planted, media="text/plain")], f"more:\n{more}")


def _anchors(folder: Path, size: int, planted: str) -> Path:
    more = _upto(size, (f"  - &a{at} v{at}\n  - *a{at}\n" for at in count()))
    return _cassette(folder, [_exchange("x", planted, media="text/plain")], f"more:\n{more}")


def _comments(folder: Path, size: int, planted: str) -> Path:
    more = _upto(size, (f"# note {at}\n" for at in count()))
    return _cassette(folder, [_exchange("x", planted, media="text/plain")], more)


def _har(folder: Path, size: int, planted: str) -> Path:
    headers = [{"name": f"x-a{at}", "value": f"v{at}"} for at in range(size // 34)]
    entry = {
        "request": {"method": "GET", "url": "https://api.example.com/", "httpVersion": "HTTP/1.1", "headers": headers, "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0},
        "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "headers": [], "cookies": [], "content": {"size": 1, "mimeType": "text/plain", "text": planted}, "redirectURL": "", "headersSize": -1, "bodySize": 1},
    }  # fmt: skip
    path = folder / "hostile.har"
    path.write_text(
        json.dumps(
            {
                "log": {
                    "version": "1.2",
                    "creator": {"name": "x", "version": "1"},
                    "entries": [entry],
                }
            }
        )
    )
    return path


def _nested(depth: int) -> Callable[[int, str], Any]:
    def made(size: int, planted: str) -> Any:
        value: Any = planted
        for _ in range(depth):
            value = [value]
        return [value] * (size // (len(planted) + 2 * depth))

    return made


def _json_in_json(size: int, planted: str) -> Any:
    inner = json.dumps({"a": planted, "b": [_SAID] * (size // 60)})
    for _ in range(3):
        inner = json.dumps({"a": inner})
    return {"a": inner[: size * 2]} if len(inner) > size * 2 else {"a": inner}


def _json_in_base64_in_gzip(size: int, planted: str) -> Any:
    inner = json.dumps({"a": planted, "b": [_SAID, planted]})
    encoded = base64.b64encode(gzip.compress(json.dumps({"a": inner}).encode(), mtime=0)).decode()
    return {"parts": [encoded] * (size // len(encoded))}


# Session logs: one turn, one large tool result or very many rows.


def _rows(rows: Iterator[dict[str, Any]]) -> str:
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)


def _log(folder: Path, rows: str, name: str = "session.jsonl") -> Path:
    below = folder / "hostile-run"
    below.mkdir(exist_ok=True)
    (below / name).write_text(rows, encoding="utf-8", errors="surrogatepass")
    return below


def _begun() -> Iterator[dict[str, Any]]:
    yield {"type": "session", "version": 0, "id": "s", "createdAt": 0, "delegationDepth": 0}
    yield {"type": "turn/start", "data": {"turn": 1}}


def _asked(at: int, said: str) -> dict[str, Any]:
    data = {
        "id": f"m{at}",
        "role": "user",
        "content": [{"type": "text", "text": said}],
        "source": {"kind": "user"},
    }
    return {"type": "user/message", "data": data, "surfaceOp": "append"}


def _logged(make: Callable[[int], str]) -> Make:
    """A message of what ``make`` gives."""

    def written(folder: Path, size: int, planted: str) -> Path:
        return _log(folder, _rows(iter([*_begun(), _asked(1, planted), _asked(2, make(size))])))

    return written


def _messages(said: Callable[[int], str]) -> Make:
    def written(folder: Path, size: int, planted: str) -> Path:
        rows = (_rows(iter([_asked(at, planted if at == 1 else said(at))])) for at in count(1))
        return _log(folder, _rows(_begun()) + _upto(size, rows))

    return written


def _deltas(folder: Path, size: int, planted: str) -> Path:
    at = {"turn": 1, "step": 1}

    def chunk(content: dict[str, Any]) -> dict[str, Any]:
        return {"type": "assistant/chunk", "data": {**at, "chunk": content}}

    many = size // 105
    said = [f"w{number} " for number in range(many)]
    rows = [
        *_begun(),
        {"type": "step/start", "data": at},
        _asked(1, planted),
        chunk({"type": "block-start", "index": 0, "blockType": "text"}),
    ]
    rows += [chunk({"type": "text-delta", "index": 0, "text": word}) for word in said]
    rows.append(
        chunk({"type": "block-end", "index": 0, "block": {"type": "text", "text": "".join(said)}})
    )
    rows.append(chunk({"type": "finish", "reason": {"kind": "stop"}}))
    return _log(folder, _rows(iter(rows)))


def _children(folder: Path, size: int, planted: str) -> Path:
    """Very many logs beside the parent's, each with the same value."""
    head = {"type": "session", "version": 0, "createdAt": 0, "delegationDepth": 1}
    path = _log(folder, _rows(iter([*_begun(), _asked(1, planted)])))
    one = len(_rows(iter([head, _asked(1, planted)]))) + 30
    for at in range(1, min(size // one, 2_000)):
        _log(
            folder,
            _rows(
                iter(
                    [
                        {**head, "id": f"c{at}"},
                        {"type": "turn/start", "data": {"turn": 1}},
                        _asked(at, planted),
                    ]
                )
            ),
            f"session.{at}.jsonl",
        )
    return path


# Plays: very many submissions, or one very long value.


def _play(folder: Path, submissions: list[dict[str, Any]], **config: Any) -> Path:
    path = folder / "hostile-0001.fixture.json"
    fixture = {
        "name": "hostile-0001",
        "config": {"campaignId": "night-ferry", "seed": "copper-stone", **config},
        "campaignVersion": "1.0.0",
        "capturedUnder": "0.11.0",
        "submissions": submissions,
    }
    path.write_text(json.dumps(fixture, ensure_ascii=False))
    return path


def _submissions(params: Callable[[int], dict[str, Any]]) -> Make:
    def written(folder: Path, size: int, planted: str) -> Path:
        first = {"actionId": "buy_tea", "params": {"note": planted}}
        one = len(json.dumps({"actionId": "buy_tea", "params": params(10_000)})) + 2
        return _play(
            folder,
            [first, *({"actionId": "buy_tea", "params": params(at)} for at in range(size // one))],
        )

    return written


def _long_param(make: Callable[[int], str]) -> Make:
    def written(folder: Path, size: int, planted: str) -> Path:
        notes = [
            {"actionId": "buy_tea", "params": {"note": note}} for note in (planted, make(size))
        ]
        return _play(folder, notes)

    return written


def _packed() -> str:
    return base64.b64encode(gzip.compress(_SAID.encode(), mtime=0)).decode()


_VALUES: dict[str, Callable[[int], str]] = {
    "one long word": _again("a"),
    "combining marks": _again("e\u0301"),
    "look-alikes": _again("\u04301a"),
    "zero width": _again("a\u200b"),
    "escapes": _again("\\u0041"),
    "percent": _again("%41"),
    "entities": _again("&amp;"),
    "gzip in base64": _again(f"{_packed()} "),
    "private keys": _again("-----BEGIN PRIVATE KEY-----"),
    "private keys, a line each": _again("-----BEGIN PRIVATE KEY-----\nAb1+Cd2/\n"),
    "mailboxes": _counted("user{}@host{}.dev", " "),
    "one mailbox": _again("a@b.co "),
    "names": _again("John Smith <a@b.co> "),
    "telephones": _counted("call +44 20 7946 {} ", " "),
    "assignments": _counted("KEY_{}=v{}", "\n"),
    "JSON lines": _counted('{"a": "v{}"}', "\n"),
    "JSON of one line": lambda size: f"[{_counted(chr(34) + 'v{}' + chr(34), ', ')(size)}]",
    "brackets": _again("["),
    "code": _counted('x{} = call("y{}")', "\n"),
}

FIXTURES: dict[str, Make] = {
    "cassette, form": _body(_again("a=b&"), _FORM),
    "cassette, form of different names": _body(_counted("n{}=v{}", "&"), _FORM),
    "cassette, form of percent": _body(_again("a=%41&"), _FORM),
    "cassette, form of one value": _body(_again("a"), _FORM),
    "cassette, form of signs": _body(_again("&"), _FORM),
    "cassette, form of mailboxes": _body(_counted("n{}=u{}%40h.dev", "&"), _FORM),
    "cassette, multipart": _body(_counted('--b\r\nContent-Disposition: form-data; name="n{}"\r\n\r\nv{}\r\n'), "multipart/form-data; boundary=b"),
    "cassette, headers": _headers,
    "cassette, values of a header": _values_of_a_header,
    "cassette, cookies of a header": _long_header,
    "cassette, query of an address": _address,
    "cassette, exchanges": _exchanges,
    "cassette, keys": _keys,
    "cassette, small mappings": _same_keys,
    "cassette, anchors": _anchors,
    "cassette, comments": _comments,
    "cassette, headers of a HAR": _har,
    "cassette, events": _events(_delta),
    "cassette, events of nothing": _events(lambda at: {}),
    "cassette, events of mailboxes": _events(lambda at: {"choices": [{"index": 0, "delta": {"content": f"u{at}@h.dev "}}]}),
    "cassette, keys in JSON": _json_body(lambda size, planted: {"p": planted} | {f"k{at}": at for at in range(size // 16)}),
    "cassette, small strings in JSON": _json_body(lambda size, planted: [planted, *(["ab"] * (size // 6))]),
    "cassette, numbers in JSON": _json_body(lambda size, planted: [planted, *range(size // 8)]),
    "cassette, nested lists in JSON": _json_body(_nested(50)),
    "cassette, JSON in JSON": _json_body(_json_in_json),
    "cassette, JSON in gzip in base64": _json_body(_json_in_base64_in_gzip),
    "cassette, mailboxes of JSON": _json_body(lambda size, planted: [planted, *(f"u{at}@h{at}.dev" for at in range(size // 20))]),
    "cassette, persons of JSON": _json_body(lambda size, planted: [planted, *({"name": f"John Smith{chr(97 + at % 26)}", "email": f"u{at}@h.dev"} for at in range(size // 52))]),
    "cassette, ids of JSON": _json_body(lambda size, planted: [planted, *({"session_id": f"s{at:08d}"} for at in range(size // 30))]),
    "log, messages": _messages(lambda at: "The boat is late."),
    "log, different mailboxes": _messages(lambda at: f"ask u{at}@h{at}.dev"),
    "log, different names": _messages(lambda at: f"my name is John Sm{chr(97 + at % 26)}{chr(97 + at // 26 % 26)}th"),
    "log, deltas": _deltas,
    "log, children": _children,
    "play, submissions": _submissions(lambda at: {}),
    "play, different values": _submissions(lambda at: {"note": f"v{at}"}),
    "play, one value": _submissions(lambda at: {"note": "Jane Doe"}),
    "play, different mailboxes": _submissions(lambda at: {"note": f"u{at}@h{at}.dev"}),
    "play, different keys": _submissions(lambda at: {f"k{at}": "v"}),
}  # fmt: skip
FIXTURES |= {f"cassette, {name}": _body(make) for name, make in _VALUES.items()}
FIXTURES |= {f"log, {name}": _logged(make) for name, make in _VALUES.items()}
FIXTURES |= {f"play, {name}": _long_param(make) for name, make in _VALUES.items()}
