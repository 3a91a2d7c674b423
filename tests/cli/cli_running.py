"""Running commands in this process, and small captures written for these tests."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from typer.testing import CliRunner

from workbench.cli.app import app


@dataclass(frozen=True)
class Ran:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The JSON lines of standard output."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def line(self) -> dict[str, Any]:
        (only,) = self.lines
        return only


class Commands:
    """Runs ``workbench`` commands in this process."""

    def __call__(self, *arguments: object, keys: str | None = None) -> Ran:
        result = CliRunner().invoke(app, [str(each) for each in arguments], input=keys)
        return Ran(result.exit_code, result.stdout, result.stderr)


def cassette(*contents: str, answer: str = "The boat leaves at noon.") -> bytes:
    """A vcrpy 1 cassette of one exchange for each text that a client asks."""
    interactions = [
        {
            "request": {
                "method": "POST",
                "uri": "https://api.example.com/v1/messages",
                "headers": {"content-type": ["application/json"]},
                "body": json.dumps({"messages": [{"role": "user", "content": content}]}),
            },
            "response": {
                "status": {"code": 200, "message": "OK"},
                "headers": {"content-type": ["application/json"]},
                "body": {"string": json.dumps({"content": answer})},
            },
        }
        for content in contents
    ]
    return yaml.safe_dump({"version": 1, "interactions": interactions}).encode()


def promote(capture: Path, name: str) -> None:
    """Promote a capture without findings, as a person would who approves what is shown."""
    given = ["--name", name, "--name-reason", "vocabulary"]
    missing = Commands()("promote", capture, *given, "--json")
    ran = Commands()("promote", capture, *given, "--outcome", missing.line["outcomeSha256"])
    assert ran.code == 0, ran.out + ran.err
