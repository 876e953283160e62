CREATE TABLE state (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    next_id INTEGER NOT NULL CHECK (next_id BETWEEN 0 AND 4294967295)
) STRICT;

INSERT INTO state (one, next_id) VALUES (1, 0);

-- Without a program it is the bundled server.
CREATE TABLE servers (
    id INTEGER PRIMARY KEY CHECK (id BETWEEN 0 AND 4294967294),
    name TEXT NOT NULL,
    program TEXT,
    args TEXT,
    env TEXT,
    cwd BLOB,
    trusted BLOB CHECK (length(trusted) = 32),
    CHECK ((args IS NULL) = (program IS NULL)),
    CHECK ((env IS NULL) = (program IS NULL)),
    CHECK (cwd IS NULL OR program IS NOT NULL)
) STRICT;

CREATE TABLE grants (
    id INTEGER PRIMARY KEY CHECK (id BETWEEN 0 AND 4294967294),
    server INTEGER NOT NULL REFERENCES servers (id),
    path BLOB NOT NULL,
    device INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    access TEXT NOT NULL CHECK (access IN ('read', 'read-write')),
    lifetime TEXT NOT NULL CHECK (lifetime IN ('this-run', 'until', 'always')),
    until INTEGER CHECK ((until IS NULL) = (lifetime <> 'until')),
    granted_at INTEGER NOT NULL
) STRICT;

CREATE INDEX grants_by_server ON grants (server);

-- Outlives the servers and grants it speaks of, so it refers to them by number only.
CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL CHECK (actor IN ('person', 'paddock', 'server')),
    action TEXT NOT NULL,
    server INTEGER CHECK (server BETWEEN 0 AND 4294967294),
    server_name TEXT,
    grant_id INTEGER CHECK (grant_id BETWEEN 0 AND 4294967294),
    path BLOB,
    access TEXT CHECK (access IN ('read', 'read-write')),
    ok INTEGER NOT NULL CHECK (ok IN (0, 1)),
    detail TEXT
) STRICT;

CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
BEGIN
    SELECT RAISE(ABORT, 'audit records are not changed');
END;

CREATE TRIGGER audit_is_not_removed BEFORE DELETE ON audit
BEGIN
    SELECT RAISE(ABORT, 'audit records are not removed');
END;
