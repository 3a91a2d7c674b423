"""``workbench rules test``."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.cli.app import main

RULES = """
[[patterns]]
id = "ticket"
pattern = "TCK-[0-9]{6}"
kind = "ACCOUNT_ID"
why = "A ticket number."
examples = ["TCK-000001"]
counter_examples = ["COUNTER"]
"""


@pytest.mark.parametrize(("counter", "code"), [("TCK-1", 0), ("TCK-999999", 1)])
def test_the_exit_code_says_whether_the_examples_agree(
    tmp_path: Path, counter: str, code: int
) -> None:
    (tmp_path / "workbench.toml").write_text(RULES.replace("COUNTER", counter), "utf-8")
    with pytest.raises(SystemExit) as caught:
        main(["rules", "test", str(tmp_path)])
    assert (caught.value.code or 0) == code


def test_a_folder_without_rules_is_told(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    with pytest.raises(SystemExit) as caught:
        main(["rules", "test", str(tmp_path)])
    assert caught.value.code == 2
