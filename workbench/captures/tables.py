"""The tables of the store. Every name begins with ``wb_``, since a team's database may hold others.

The mapping from accounts to captures is a table of its own and holds keyed digests; identities are
another one, sealed where the store is encrypted; nothing of either is in a capture's own row.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    literal_column,
    text,
)

metadata = MetaData()

#: SQLite counts up by itself only in a column that is exactly INTEGER.
_NUMBER = BigInteger().with_variant(Integer, "sqlite")


def _capture(*, primary: bool = True) -> Column[int]:
    owner = ForeignKey("wb_captures.number", ondelete="CASCADE")
    return Column("capture", _NUMBER, owner, primary_key=primary, autoincrement=False)


def _text(name: str, *, key: bool = False) -> Column[str]:
    return Column(name, Text, primary_key=key, nullable=False)


#: One row: what kind of store this is, checks of its keys, and the latest time it has seen.
store = Table(
    "wb_store",
    metadata,
    Column("id", Integer, CheckConstraint("id = 1"), primary_key=True),
    Column("version", Integer, nullable=False),
    _text("ident"),  # random; names the key in a keyring
    _text("blobs"),  # "files" | "database"
    _text("encryption"),  # "" | "environment" | "keyring"
    Column("key_check", Text),
    Column("seal_check", LargeBinary),
)

clock = Table(
    "wb_clock",
    metadata,
    Column("id", Integer, CheckConstraint("id = 1"), primary_key=True),
    Column("latest", Float, nullable=False),  # the store's own time, in seconds since it was made
    Column("wall", Float, nullable=False),
    _text("boot"),
    Column("uptime", Float, nullable=False),
)

captures = Table(
    "wb_captures",
    metadata,
    Column("number", _NUMBER, primary_key=True, autoincrement=True),
    Column("name", Text, nullable=False, unique=True),
    _text("unit"),  # "<name>.fixture.json", or "<name>" for a folder
    _text("files"),  # a JSON list of the names of its files
    _text("family"),
    _text("state"),  # "arriving" | "live" | "going"
    _text("reason"),  # of a capture that is going
    _text("trigger"),
    _text("reporter"),
    _text("jurisdiction"),
    _text("content"),  # keyed digest, to notice duplicates
    Column("size", BigInteger, nullable=False),
    Column("admitted", BigInteger, nullable=False),  # store time
    Column("expires", BigInteger, nullable=False),  # store time
    CheckConstraint("state IN ('arriving', 'live', 'going')", name="wb_captures_state"),
    sqlite_autoincrement=True,
)
#: As a literal: an index of the live captures alone serves no question with a parameter.
IS_LIVE = captures.c.state == literal_column("'live'")
#: The same for captures that are found by something else: no index, since nearly all are live.
IS_LIVE_TOO = captures.c.state.concat("") == "live"

Index("wb_captures_by_end", captures.c.state, captures.c.expires, captures.c.number)
Index(
    "wb_captures_by_family",
    captures.c.state,
    captures.c.family,
    captures.c.expires,
    captures.c.number,
)
Index(
    "wb_captures_once",
    captures.c.content,
    unique=True,
    sqlite_where=text("state = 'live'"),
    postgresql_where=text("state = 'live'"),
)

blobs = Table(
    "wb_blobs",
    metadata,
    _capture(),
    _text("file", key=True),
    Column("data", LargeBinary, nullable=False),
)

accounts = Table("wb_accounts", metadata, _text("tag", key=True), _capture())
Index("wb_accounts_by_capture", accounts.c.capture)

identities = Table(
    "wb_identities",
    metadata,
    _capture(),
    Column("held", LargeBinary, nullable=False),
)

leases = Table(
    "wb_leases",
    metadata,
    _capture(),
    _text("holder"),
    _text("role"),
    Column("until", BigInteger, nullable=False),  # store time
)

tombstones = Table(
    "wb_tombstones",
    metadata,
    _text("family", key=True),
    _text("reason", key=True),
    Column("amount", BigInteger, nullable=False),
)

windows = Table(
    "wb_windows",
    metadata,
    _text("scope", key=True),
    _text("name", key=True),
    Column("days", Integer, nullable=False),
)

#: One row an admission, for the rate guard; dropped an hour later.
admissions = Table(
    "wb_admissions",
    metadata,
    Column("number", _NUMBER, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False, index=True),
)

access = Table(
    "wb_access",
    metadata,
    Column("number", _NUMBER, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),  # store time
    _text("role"),
    _text("action"),
    Column("capture", BigInteger),
    Column("amount", BigInteger, nullable=False),
    sqlite_autoincrement=True,
)
