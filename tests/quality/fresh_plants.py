"""Documents with planted identities, made from a seed: other names, wordings, locales and carriers.

The labelled development sets teach kinds; these documents ask whether the kinds hold elsewhere. Names and
domains are made up here, the numbers are valid in their plan, and every document knows what it holds.
"""

from __future__ import annotations

import base64
import hashlib
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import quote

_PEOPLE = (
    "Ingeborg Thistlewaite", "Tavish Oduyale", "Quillon Marrowby", "Solvei Brattås", "Zbigniew Wróbelski", "Aylin Karadağlı",
    "Thùy Dương Trần", "Chidinma Okonkwo-Eze", "Joaquim Vasconcelos", "Haruki Minamoto", "Rosalind Featherstone", "Ewa Kowalczyk",
    "Mehmet Yıldırım", "Siobhán Ní Dhomhnaill", "Priya Raghunathan", "Lars Holmqvist", "Beatriz Etxeberria", "Kwabena Asante",
    "Matteo Bellacqua", "Anneliese Hinterhuber", "Pavel Dvořáček", "Nokuthula Dlamini", "Oleksandr Hrytsenko", "Fionnuala McGillicuddy",
)  # fmt: skip
_DOMAINS = ("tidewater-harbour.dev", "brattas-marine.no", "lantern-quay.io", "okonkwo-labs.ai", "harborlight.co.uk", "fjordwerk.de")  # fmt: skip
_STREETS = (
    "17 Marlowe Terrace", "2281 Old Quarry Road", "Lindenstraße 44", "Storgatan 9", "Rua das Flores 112", "12 rue des Tanneurs",
    "Via Garibaldi 27", "Keizersgracht 201", "ul. Długa 8", "Calle de Alcalá 88", "PO Box 4471", "9 Elm Court, Apt 12",
)  # fmt: skip
_PHONES = ("+47 22 34 56 78", "+44 20 8366 1177", "(415) 776-2390", "+49 30 2093 70333", "+81 3-3581-0301", "020 8366 1177", "0171 555 7788")  # fmt: skip
_SECRETS = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"


@dataclass(frozen=True)
class Plant:
    """One planted value and how it stands in its document."""

    kind: str
    tier: str
    variant: str
    value: str


@dataclass(frozen=True)
class Document:
    """A text in its format, what it holds, and the identities a host would hand in."""

    text: str
    format: str | None
    carrier: str
    plant: Plant | None
    known: dict[str, list[str]]


@dataclass(frozen=True)
class _Who:
    name: str
    login: str
    email: str
    host: str
    street: str
    phone: str
    secret: str


def _who(source: random.Random) -> _Who:
    name = source.choice(_PEOPLE)
    plain = [_ascii(word) for word in name.replace("-", " ").split()]
    login = source.choice(
        (plain[0][0] + plain[-1], f"{plain[0]}.{plain[-1]}", plain[-1] + str(source.randint(2, 98)))
    )
    domain = source.choice(_DOMAINS)
    host = source.choice(
        (
            f"{plain[0]}s-macbook-pro",
            f"{plain[-1]}-thinkpad",
            f"build7.{domain.partition('.')[0]}.internal",
            f"ws-{plain[-1][:4]}.corp.lan",
        )
    )
    secret = "".join(source.choices(_SECRETS, k=36))
    return _Who(
        name,
        login,
        f"{login}@{domain}",
        host,
        source.choice(_STREETS),
        source.choice(_PHONES),
        secret,
    )


def _ascii(word: str) -> str:
    letters = {"å": "a", "ó": "o", "ş": "s", "ğ": "g", "ı": "i", "ù": "u", "ư": "u", "ơ": "o", "ầ": "a", "á": "a", "í": "i", "ł": "l", "ř": "r", "č": "c", "ü": "u"}  # fmt: skip
    return "".join(letters.get(sign, sign) for sign in word.lower() if sign.isalpha())


#: kind → tier → sentences, each with one value in braces.
_EASY = {
    "person": ("Author: {name} <{email}>", "Signed-off-by: {name} <{email}>", "Hello, my name is {name}.", "Kind regards,\n{name}", "assigned to {name}", "From: {name} <{email}>", "Reviewed-by: {name}", "Reporter: {name}", "Dear {name},", "I'm {name} from support"),
    "email": ("mail {email} please", "<{email}>", "contact={email}", "cc: {email};", "mailto:{email}", "[{email}]"),
    "username": ("cd /home/{login}/work", "/Users/{login}/Library", "C:\\Users\\{login}\\Desktop", "uid=1000({login}) gid=1000({login})", "drwxr-xr-x 2 {login} staff 64 Mar 3 src", "{login}:x:1001:1001::/srv:/bin/bash", "ssh {login}@gate.tidewater.net", "Login: {login}"),
    "host": ("{login}@{host}:~/src$ make", "hostname: {host}", "HOSTNAME={host}", "ssh root@{host}", "cannot reach {host} on port 22"),
    "address": ("ships to {street}", "Address: {street}", "lives at {street}", "I live at {street} now"),
    "phone": ("phone: {phone}", "call me on {phone}", "Tel. {phone}", "my mobile is {phone}"),
    "secret": ("API_KEY={secret}", "export WIDGET_TOKEN='{secret}'", "Authorization: Bearer {secret}", "password: {secret}", "curl -H 'X-Api-Key: {secret}'", "client_secret={secret}&x=1"),
}  # fmt: skip
_MEDIUM = {
    "person": ("On Tuesday, {name} wrote:", "ask {name} about it", "as {name} said, it works", "thanks, {name}!", "{name} and I looked at it", "met with {name} yesterday", "@param owner {name}", "# Maintainer: {name}", "Copyright (c) 2024 {name}", "approved by {name}", "({name}, 3 days ago)"),
    "email": ("{login} at tidewater-harbour dot dev", "{login}[at]fjordwerk[dot]de", "\"{name}\" <{email}>"),
    "username": ("file:///home/{login}/a.py", "~{login}/bin", "USER={login}", "logged in as user {login}", "/mnt/c/Users/{login}/x", "-Users-{login}-projects", "By @{login}", "sudo: {login} : TTY=pts/0 ; PWD=/ ; USER=root", "Last login: Tue Mar 3 on ttys001 user={login}"),
    "host": ("Linux {host} 6.1.0-18-amd64 #1 SMP", "\"nodename\": \"{host}\"", "Received: from {host} (10.1.2.3)"),
    "address": ("my parcel went to {street}, thanks", "{street}\nis where we meet", "deliver to {street}"),
    "phone": ("text me: {phone}", "{phone} (mobile)", "reach me on {phone}, evenings"),
    "secret": ("the token is {secret}", "https://bot:{secret}@git.tidewater.net/x.git", "--api-key {secret}", "\"apiKey\": \"{secret}\"", "//registry/:_authToken={secret}"),
}  # fmt: skip
_CLEAN = (
    "The build finished in 12.4 seconds with 3 warnings.", "Version 1.24.3 was released on 2024-03-01.", "See RFC 9110 section 8.3 for details.",
    "commit 9f3b07ac55e1d28b46c0a97e13fd8b62c4d5e6f7", "GET /v1/users/me HTTP/1.1", "at Object.<anonymous> (/app/node_modules/x/index.js:10:15)",
    "Loaded model gpt-4o-mini with max_tokens=4096", "The Final Answer is 42.", "Monte Carlo and Markov Chain methods", "import React from 'react'",
    "San Francisco, New York and Tokyo", "uuid 00000000-0000-0000-0000-000000000000", "Merge branch 'main' into feature/login",
    "Content-Type: application/json; charset=utf-8", "pip install requests==2.31.0", "user@example.com", "192.0.2.17 is documentation", "id: chatcmpl-9f3b07ac55e1d28b",
)  # fmt: skip


def _b64(value: str) -> str:
    return base64.b64encode(value.encode()).decode()


#: How a sentence is written down: the tier it adds and the change.
_DISGUISES: tuple[tuple[str, str, Callable[[str], str]], ...] = (
    ("base64", "medium", lambda text: f"blob {_b64(text)} end"),
    ("percent", "medium", lambda text: f"q={quote(text, safe='')}"),
    ("json in json", "medium", lambda text: json.dumps({"arguments": json.dumps({"text": text})})),
    ("html", "medium", lambda text: "".join(f"&#{ord(sign)};" if sign.isalpha() else sign for sign in text)),
)  # fmt: skip
#: Forms of a known value alone.
_FORMS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("reversed", lambda value: value[::-1]),
    ("spaced", lambda value: " ".join(value.replace(" ", ""))),
    ("zero width", lambda value: "\u200b".join(value)),
    ("upper", str.upper),
    ("underscores", lambda value: "_".join(value.lower().split())),
    ("sha256, cut", lambda value: hashlib.sha256(value.encode()).hexdigest()[:12]),
    ("md5", lambda value: hashlib.md5(value.encode(), usedforsecurity=False).hexdigest()),
    ("hexadecimal", lambda value: value.encode().hex()),
    ("base64", _b64),
    ("full width", lambda value: "".join(chr(ord(s) + 0xFEE0) if "!" <= s <= "~" else s for s in value)),
)  # fmt: skip


def _carried(source: random.Random, lines: list[str]) -> tuple[str, str | None, str]:
    carrier = source.choice(("plain", "jsonl", "yaml", "sse", "json"))
    if carrier == "plain":
        return "\n".join(lines), None, carrier
    if carrier == "json":
        return (
            json.dumps({"messages": [{"role": "tool", "content": line} for line in lines]}),
            "json",
            carrier,
        )
    if carrier == "jsonl":
        rows = [
            json.dumps({"type": "tool-result", "output": line}, ensure_ascii=False)
            for line in lines
        ]
        return "\n".join(rows), "jsonl", carrier
    if carrier == "yaml":
        rows = [f"- response:\n    body: {json.dumps(line)}\n" for line in lines]
        return "interactions:\n" + "".join(rows), "yaml", carrier
    whole = "\n".join(lines)
    pieces = [whole[at : at + 7] for at in range(0, len(whole), 7)]
    events = [f"data: {json.dumps({'delta': {'content': piece}})}\n\n" for piece in pieces]
    return "".join(events), "sse", carrier


def documents(seed: int, count: int) -> Iterator[Document]:
    """``count`` documents with one plant each and a tenth as many clean ones."""
    source = random.Random(seed)
    for number in range(count):
        who = _who(source)
        tier = source.choice(("easy", "medium", "hard"))
        kind = source.choice(tuple(_EASY))
        known: dict[str, list[str]] = {}
        if tier == "hard":
            value = {
                "person": who.name,
                "email": who.email,
                "username": who.login,
                "host": who.host,
            }.get(kind)
            if value is None:
                kind, value = "person", who.name
            group = {"person": "names", "email": "emails", "username": "users", "host": "hosts"}[
                kind
            ]
            how, change = source.choice(_FORMS)
            known, planted = {group: [value]}, change(value)
            line = f"ref {planted} kept"
            plant = Plant(kind, tier, how, planted)
        else:
            table = _EASY if tier == "easy" else _MEDIUM
            pattern = source.choice(table[kind])
            line = pattern.format(**vars_of(who))
            value = {
                "person": who.name,
                "email": who.email,
                "username": who.login,
                "host": who.host,
                "address": who.street,
                "phone": who.phone,
                "secret": who.secret,
            }[kind]
            plant = Plant(kind, tier, pattern, value)
            if tier == "medium" and kind not in ("host",) and source.random() < 0.4:
                line = source.choice(table[kind] if kind != "email" else _EASY["email"]).format(
                    **vars_of(who)
                )
                how, _, change = source.choice(_DISGUISES)
                line, plant = change(line), Plant(kind, tier, how, value)
        lines = [*source.sample(_CLEAN, 3), line, *source.sample(_CLEAN, 2)]
        text, form, carrier = _carried(source, lines)
        yield Document(text, form, carrier, plant, known)
        if number % 10 == 0:
            text, form, carrier = _carried(source, list(source.sample(_CLEAN, 6)))
            yield Document(text, form, carrier, None, {})


def vars_of(who: _Who) -> dict[str, str]:
    """The fields of a person by name."""
    return {
        name: getattr(who, name)
        for name in ("name", "login", "email", "host", "street", "phone", "secret")
    }
