"""The tables of a PostgreSQL database, and how older databases get them.

While nodes are replaced one after another, some are still of the last version. A migration must leave them able to go
on, which adding tables and columns does. One that cannot must say so: it sets `needs` in `skipbo_schema` to its number.
"""

from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.server.store.address import without_password
from skipbo.server.store.connection import Connection

MIGRATING = 0x736B6970626F_0001  # an advisory lock: one program at a time brings a database up to date

# Ids are compared byte by byte, as in SQLite, whatever the language of the database.
# Archived logs are compressed already: PostgreSQL must not try it again.
MIGRATIONS = (
    """
    CREATE TABLE guests (
        id text COLLATE "C" PRIMARY KEY, name text NOT NULL, token_hash bytea UNIQUE, made_at bigint NOT NULL,
        named boolean NOT NULL
    );
    CREATE TABLE log (
        table_id text COLLATE "C" NOT NULL, version bigint NOT NULL, at bigint NOT NULL,
        guest text COLLATE "C" NOT NULL, command text COLLATE "C" NOT NULL, event bytea NOT NULL, checksum bigint,
        PRIMARY KEY (table_id, version)
    );
    CREATE UNIQUE INDEX log_commands ON log (table_id, guest, command);
    CREATE TABLE summaries (
        table_id text COLLATE "C" PRIMARY KEY, changed_at bigint NOT NULL, listed boolean NOT NULL,
        summary bytea NOT NULL, opener bytea
    );
    CREATE INDEX summaries_listed ON summaries (changed_at) WHERE listed;
    CREATE INDEX summaries_changed ON summaries (changed_at);
    CREATE TABLE seated (
        guest text COLLATE "C" NOT NULL, table_id text COLLATE "C" NOT NULL, seat bigint NOT NULL,
        PRIMARY KEY (guest, table_id)
    );
    CREATE INDEX seated_table ON seated (table_id);
    CREATE TABLE games (
        table_id text COLLATE "C" NOT NULL, number bigint NOT NULL, ended_at bigint NOT NULL, record bytea NOT NULL,
        proof bytea NOT NULL, edition text NOT NULL, names bytea NOT NULL, PRIMARY KEY (table_id, number)
    );
    CREATE TABLE played (
        guest text COLLATE "C" NOT NULL, ended_at bigint NOT NULL, table_id text COLLATE "C" NOT NULL,
        number bigint NOT NULL, seat bigint NOT NULL, won boolean NOT NULL, points bigint NOT NULL,
        PRIMARY KEY (guest, ended_at, table_id, number)
    );
    CREATE TABLE archive (
        table_id text COLLATE "C" PRIMARY KEY, versions bigint NOT NULL, at bigint NOT NULL, reopened boolean NOT NULL,
        log bytea NOT NULL
    );
    ALTER TABLE archive ALTER log SET STORAGE EXTERNAL;
    CREATE INDEX archive_at ON archive (at);
    CREATE TABLE pulse (id bigint PRIMARY KEY, at bigint NOT NULL)
    """,
    """
    CREATE TABLE nodes (id text COLLATE "C" PRIMARY KEY, until timestamptz NOT NULL);
    CREATE TABLE keepers (
        table_id text COLLATE "C" PRIMARY KEY, node text COLLATE "C" NOT NULL REFERENCES nodes ON DELETE CASCADE
    );
    CREATE INDEX keepers_node ON keepers (node);
    CREATE TABLE connected (
        table_id text COLLATE "C" NOT NULL, guest text COLLATE "C" NOT NULL,
        node text COLLATE "C" NOT NULL REFERENCES nodes ON DELETE CASCADE, PRIMARY KEY (table_id, guest, node)
    );
    CREATE INDEX connected_node ON connected (node);
    ALTER TABLE skipbo_schema ADD COLUMN needs integer NOT NULL DEFAULT 2
    """,
)


def version_of(connection: Connection) -> int:
    """Returns the version of the tables; 0 if there are none."""
    if connection.execute("SELECT to_regclass('skipbo_schema')").fetchone() == (None,):
        return 0
    return int(connection.execute("SELECT version FROM skipbo_schema").fetchone()[0])


def is_too_new(connection: Connection, version: int) -> bool:
    """Whether this skipbo does not know what these tables need."""
    if version <= len(MIGRATIONS):
        return False
    return int(connection.execute("SELECT needs FROM skipbo_schema").fetchone()[0]) > len(MIGRATIONS)


def migrate(connection: Connection, address: str) -> None:
    """Makes the tables, or those that are missing. Raises `Malformed` if a newer skipbo has made others of them."""
    connection.execute("BEGIN")
    connection.execute("SELECT pg_advisory_xact_lock(?)", (MIGRATING,))
    version = version_of(connection)
    if is_too_new(connection, version):
        message = _("{address} was written by a newer skipbo: install that, or use another database.")
        raise Malformed("store", message.format(address=without_password(address)))
    if version == 0:
        connection.execute("CREATE TABLE skipbo_schema (version integer NOT NULL)")
        connection.execute("INSERT INTO skipbo_schema VALUES (0)")
    for number in range(version, len(MIGRATIONS)):
        for statement in MIGRATIONS[number].split(";"):
            connection.execute(statement)
        connection.execute("UPDATE skipbo_schema SET version = ?", (number + 1,))
    connection.execute("COMMIT")
