"""The one way from any version of the store's tables to the newest.

A store of a newer version than this program knows is left alone, with a clear error: an older program
must not write rows that a newer one would misread.
"""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_hex

from sqlalchemy import Connection, insert, inspect, select, update

from workbench.captures import tables
from workbench.captures.errors import StoreError

#: "WBC1": so that no other SQLite file is taken for a store.
APPLICATION = 0x57424331


def _first(connection: Connection) -> None:
    # As long as there is one version, the tables as they are described are those of the first.
    tables.metadata.create_all(connection)
    for statement in _APPEND_ONLY[connection.dialect.name]:
        connection.exec_driver_sql(statement)


_NEVER_CHANGES = "the access log is append-only"
_APPEND_ONLY = {
    "sqlite": tuple(
        f"CREATE TRIGGER wb_access_no_{what.lower()} BEFORE {what} ON wb_access"
        f" BEGIN SELECT RAISE(ABORT, '{_NEVER_CHANGES}'); END"
        for what in ("UPDATE", "DELETE")
    ),
    "postgresql": (
        "CREATE FUNCTION wb_access_refuse() RETURNS trigger LANGUAGE plpgsql AS"
        f" $$ BEGIN RAISE EXCEPTION '{_NEVER_CHANGES}'; END $$",
        "CREATE TRIGGER wb_access_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON wb_access"
        " FOR EACH STATEMENT EXECUTE FUNCTION wb_access_refuse()",
    ),
}

#: Step n leads from version n to version n + 1. A step is never changed once it was published.
MIGRATIONS: tuple[Callable[[Connection], None], ...] = (_first,)


def migrate(connection: Connection, *, blobs: str, encryption: str) -> bool:
    """Bring the tables to the newest version, in the caller's transaction.

    ``blobs`` and ``encryption`` are what a new store is made with. Returns whether it was made now.
    Raises ``StoreError`` for a database of something else, or of a newer version.
    """
    version = _version(connection)
    if version > len(MIGRATIONS):
        raise StoreError(
            f"This store has version {version}; this workbench reads {len(MIGRATIONS)}",
            means="A newer workbench made it, so nothing was changed",
            cure="Use the newer workbench",
            code="newer_store",
        )
    for step in MIGRATIONS[version:]:
        step(connection)
    if version == 0:
        _make(connection, blobs=blobs, encryption=encryption)
    elif version < len(MIGRATIONS):
        connection.execute(update(tables.store).values(version=len(MIGRATIONS)))
    return version == 0


def _version(connection: Connection) -> int:
    sqlite = connection.dialect.name == "sqlite"
    names = inspect(connection).get_table_names()
    if tables.store.name in names:
        if sqlite and not _is_ours(connection):
            raise not_a_store()
        return int(connection.execute(select(tables.store.c.version)).scalar_one())
    if (sqlite and names) or any(name in tables.metadata.tables for name in names):
        raise not_a_store()
    return 0


def _is_ours(connection: Connection) -> bool:
    """Whether a SQLite file is a store that does only what a store does.

    It may be a stranger's: a view in place of a table can be read for ever, a trigger can write so.
    """
    if connection.exec_driver_sql("PRAGMA application_id").scalar() != APPLICATION:
        return False
    rows = connection.exec_driver_sql(
        "SELECT sql FROM sqlite_schema WHERE type IN ('view', 'trigger')"
    )
    return {str(sql) for (sql,) in rows} == set(_APPEND_ONLY["sqlite"])


def _make(connection: Connection, *, blobs: str, encryption: str) -> None:
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION}")
    connection.execute(
        insert(tables.store).values(
            id=1, version=len(MIGRATIONS), ident=token_hex(8), blobs=blobs, encryption=encryption
        )
    )


def not_a_store() -> StoreError:
    """The error for a file or database that is something else."""
    return StoreError(
        "This database is damaged or is not a capture store",
        means="Nothing was read from it and nothing was changed",
        cure="Check which store is named, or restore it from where it came",
    )
