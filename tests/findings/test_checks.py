"""Each check: what it must find, and what it must leave alone."""

from __future__ import annotations

import base64
import json

import pytest
from finding_texts import found, suppressed

from workbench.core.places import Role
from workbench.findings.check import Check
from workbench.findings.checks.addresses import EmailAddresses
from workbench.findings.checks.hidden import HiddenCharacters
from workbench.findings.checks.home_paths import HomePaths
from workbench.findings.checks.hosts import Hosts
from workbench.findings.checks.jwts import JsonWebTokens
from workbench.findings.checks.labelled_lines import LabelledLines
from workbench.findings.checks.logins import Logins
from workbench.findings.checks.named_fields import NamedFields
from workbench.findings.checks.network import HardwareAddresses, NetworkAddresses
from workbench.findings.checks.numbers import PersonalNumbers
from workbench.findings.checks.people import PeopleNames
from workbench.findings.checks.phones import Phones
from workbench.findings.checks.private_keys import PrivateKeys
from workbench.findings.checks.secret_assignments import SecretAssignments
from workbench.findings.checks.secret_fields import SecretFields
from workbench.findings.checks.streets import Streets
from workbench.findings.checks.urls import UrlSecrets

RANDOM = "q7Zt" + "X9mK" + "2vLp" + "B4nR" + "8sWd"
HEX = "9f3b" + "07ac" + "55e1" + "d28b" + "46c0" + "a97e" + "13fd" + "8b62"
MAILBOX = "jane.doe" + "@" + "lighthouse-harbour.dev"

HITS: list[tuple[Check, str, str, str]] = [
    (EmailAddresses(), "", f"write to {MAILBOX}.", MAILBOX),
    (EmailAddresses(), "", f"mailto:{MAILBOX}", MAILBOX),
    (EmailAddresses(), "", "jane[at]lighthouse.dev", "jane[at]lighthouse.dev"),
    (EmailAddresses(), "", "jane dot doe at lighthouse dot dev", "jane dot doe at lighthouse dot dev"),
    (HomePaths(), "", "/home/jdoe-example/src", "jdoe-example"),
    (HomePaths(), "", r"C:\Users\JaneDoe\src", "JaneDoe"),
    (HomePaths(), "", "/mnt/c/Users/janedoe/x", "janedoe"),
    (HomePaths(), "", "cd ~janedoe/src", "janedoe"),
    (HomePaths(), "", "file:///Users/janedoe/a.py", "janedoe"),
    (HomePaths(), "", "/.claude/projects/-Users-janedoe-src", "janedoe"),
    (Logins(), "", "uid=1000(janedoe) gid=1000(janedoe)", "janedoe"),
    (Logins(), "", "janedoe@tide-pool:~/src$ ls", "janedoe"),
    (Logins(), "", "janedoe@tide-pool:~/src$ ls", "tide-pool"),
    (Logins(), "", "ssh janedoe@tide.harbour.net uptime", "janedoe"),
    (Logins(), "", "janedoe:x:1001:1001::/srv:/bin/sh", "janedoe"),
    (Logins(), "", "-rw-r--r-- 1 janedoe staff 12 Jan 1 a", "janedoe"),
    (Hosts(), "", "cannot reach tidepool.local now", "tidepool.local"),
    (Hosts(), "", "on janes-macbook-pro today", "janes-macbook-pro"),
    (Hosts(), "", "ip-10-20-30-40.ec2.internal", "ip-10-20-30-40.ec2.internal"),
    (NetworkAddresses(), "", "from 10.20.30.40 port 22", "10.20.30.40"),
    (NetworkAddresses(), "", "from 2a02:1234:5678::42", "2a02:1234:5678::42"),
    (HardwareAddresses(), "", "ether 3c:22:fb:12:34:56", "3c:22:fb:12:34:56"),
    (HardwareAddresses(), "", "3C-22-FB-12-34-56", "3C-22-FB-12-34-56"),
    (Phones(), "", "call +46 70-123 45 67 now", "+46 70-123 45 67"),
    (Phones(), "", "my phone is (212) 358-4129", "(212) 358-4129"),
    (Streets(), "", "lives at 12 Harbour Light Street, ok", "12 Harbour Light Street"),
    (Streets(), "", "an der Leuchtturmstraße 14", "Leuchtturmstraße 14"),
    (PeopleNames(), "", "Author: Jane Harbourlight <j@x.dev>", "Jane Harbourlight"),
    (PeopleNames(), "", "Signed-off-by: Jane Harbourlight", "Jane Harbourlight"),
    (PeopleNames(), "", "Hi, my name is Jane Harbourlight.", "Jane Harbourlight"),
    (PeopleNames(), "", "From: Harbourlight, Jane <j@x.dev>", "Harbourlight, Jane"),
    (PeopleNames(), "", "Thanks J. Harbourlight, bye", "J. Harbourlight"),
    (NamedFields(), "sessionId", "ses_9fk3mmzt", "ses_9fk3mmzt"),
    (NamedFields(), "user_id", "U05ZZ1ZZ2ZZ", "U05ZZ1ZZ2ZZ"),
    (NamedFields(), "displayName", "Jane Harbourlight", "Jane Harbourlight"),
    (NamedFields(), "openai-organization", "user-x7631kq9", "user-x7631kq9"),
    (LabelledLines(), "", "phone: +46 70 123 45 67\nok", "+46 70 123 45 67"),
    (SecretFields(), "x-api-key", RANDOM, RANDOM),
    (SecretFields(), "authorization", f"Bearer {RANDOM}", RANDOM),
    (SecretFields(), "cookie", f"sid={RANDOM}; theme=dark", RANDOM),
    (SecretFields(), "db_password", "tide-pool-7", "tide-pool-7"),
    (SecretFields(), "clientSecret", HEX, HEX),
    (SecretAssignments(), "", f"API_TOKEN={RANDOM}", RANDOM),
    (SecretAssignments(), "", f'"api_key": "{HEX}"', HEX),
    (SecretAssignments(), "", "Password for jane is " + "tide7Pool!x", "tide7Pool!x"),
    (SecretAssignments(), "", "password: " + "tide7Pool!x", "tide7Pool!x"),
    (UrlSecrets(), "", f"postgres://app:{RANDOM}@db:5432/x", RANDOM),
    (UrlSecrets(), "", f"https://x.dev/a?access_token={RANDOM}&b=1", RANDOM),
    (UrlSecrets(), "", f"https://x.dev/a?X-Amz-Signature={HEX}", HEX),
    (UrlSecrets(), "", "https://x.dev/a?session_id=ses_9fk3mmzt", "ses_9fk3mmzt"),
    (HiddenCharacters(), "", "ja\u200bne", "\u200b"),
    (HiddenCharacters(), "", "a\u202eb", "\u202e"),
]  # fmt: skip

MISSES: list[tuple[Check, str, str]] = [
    (EmailAddresses(), "", "user@example.com and test@mail.example.org"),
    (EmailAddresses(), "", "noreply@github.com"),
    (EmailAddresses(), "", "git clone git@github.com:a/b.git"),
    (EmailAddresses(), "", "pkg@5.0.2 and @scope/tool@1.2.3"),
    (EmailAddresses(), "", "meet at noon in com"),
    (HomePaths(), "", "/home/runner/work /Users/Public /home/user/x"),
    (HomePaths(), "", "GET /api/users/42"),
    (Logins(), "", "Last login: Tue Jun 11"),
    (Logins(), "", "uid=0(root) gid=0(root)"),
    (Logins(), "", "root@localhost:~# "),
    (Hosts(), "", "self.local = threading.local()"),
    (NetworkAddresses(), "", "127.0.0.1 0.0.0.0 192.0.2.7 203.0.113.9 ::1 2001:db8::1"),
    (NetworkAddresses(), "", "version 6.25.132.5 and v4.15.191.1"),
    (NetworkAddresses(), "", "1.2.3.4.5 and 12:30:45"),
    (HardwareAddresses(), "", "ff:ff:ff:ff:ff:ff 00:00:00:00:00:00"),
    (Phones(), "", "epoch 1607622373 and 555-0100"),
    (Phones(), "", "call 212-555-0142 now"),
    (PeopleNames(), "", "Author: Test User <test@example.com>"),
    (PeopleNames(), "", "Thanks for the fish. Calvin cycle diagram."),
    (PeopleNames(), "", "name: build"),
    (NamedFields(), "name", "get_weather"),
    (NamedFields(), "session_id", "session-0"),
    (NamedFields(), "id", "chatcmpl-9ZMkrIxKIPeo"),
    (SecretFields(), "authorization", "**REDACTED**"),
    (SecretFields(), "api_key", "<YOUR_TOKEN>"),
    (SecretFields(), "api_key", "${API_KEY}"),
    (SecretFields(), "api_key", "sk-replay"),
    (SecretFields(), "max_tokens", "4096"),
    (SecretFields(), "cookie", "theme=dark; lang=en"),
    (SecretAssignments(), "", "password reset page; passwordless login enabled"),
    (SecretAssignments(), "", "tokens used: 1834; token_type: bearer"),
    (SecretAssignments(), "", "secret = os.environ['API_SECRET']"),
    (UrlSecrets(), "", "https://x.dev/a?page=2&sort=asc#top"),
    (UrlSecrets(), "", "https://user:<password>@x.dev"),
    (HiddenCharacters(), "", "\ufeffstart"),
    (HiddenCharacters(), "", "family \U0001f468\u200d\U0001f469"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("check", "key", "value", "part"), HITS, ids=[f"{c.id}-{n}" for n, (c, *_) in enumerate(HITS)]
)
def test_the_identifying_part_is_found(check: Check, key: str, value: str, part: str) -> None:
    assert part in found(check, value, key=key)


@pytest.mark.parametrize(
    ("check", "key", "value"), MISSES, ids=[f"{c.id}-{n}" for n, (c, *_) in enumerate(MISSES)]
)
def test_harmless_text_is_left_alone(check: Check, key: str, value: str) -> None:
    assert found(check, value, key=key) == []


def test_private_keys_are_found_whole_and_cut_off() -> None:
    head, foot = "-----BEGIN RSA " + "PRIVATE KEY-----", "-----END RSA " + "PRIVATE KEY-----"
    body = "\n".join(RANDOM * 3 for _ in range(4))
    whole = f"{head}\n{body}\n{foot}"
    assert found(PrivateKeys(), f"x {whole} y") == [whole]
    assert found(PrivateKeys(), f"{head}\n{body}")
    assert found(PrivateKeys(), f"{head} and {foot} are the markers") == []


def test_web_tokens_need_a_header_that_says_so() -> None:
    def part(value: object) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    token = f"{part({'alg': 'HS256'})}.{part({'sub': 'x7'})}.{RANDOM}"
    assert found(JsonWebTokens(), f"Bearer {token} end") == [token]
    assert found(JsonWebTokens(), f"{part({'page': 4})}.{part({'a': 1})}.{RANDOM}") == []


def test_numbers_need_a_right_check_digit_or_a_word_that_names_them() -> None:
    card, account = (
        "4539" + "1488" + "0343" + "6467",
        "GB82" + "WEST" + "1234" + "5698" + "7654" + "32",
    )
    check = PersonalNumbers()
    assert found(check, f"card {card} ok") == [card]
    assert found(check, f"card {card[:-1]}9 ok") == []
    assert found(check, f"pay to {account}.") == [account]
    assert found(check, "my ssn: 629-15-2988") == ["629-15-2988"]
    assert found(check, "part 629-15-2988") == []
    assert found(check, "passport number: X1234567") == ["X1234567"]
    assert found(check, "4111 1111 1111 1111 and 4242424242424242") == []


def test_keys_are_no_values_of_named_fields() -> None:
    assert found(NamedFields(), "sessionId", key="sessionId", role=Role.KEY) == []


def test_what_is_harmless_keeps_its_reason() -> None:
    assert suppressed(EmailAddresses(), "a@example.com") == ["a reserved domain"]
    assert suppressed(NetworkAddresses(), "192.0.2.7") == ["a documentation address"]
    assert suppressed(SecretFields(), "sk-replay", key="api_key") == ["a placeholder"]
