-- What ended and can be given again. It goes where it is given again or said otherwise, with its
-- server, and with the records of its time.
CREATE TABLE ended (
    id INTEGER PRIMARY KEY CHECK (id BETWEEN 0 AND 4294967294),
    server INTEGER NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    path BLOB NOT NULL,
    device INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    born INTEGER,
    access TEXT NOT NULL CHECK (access IN ('read', 'read-write')),
    guarded INTEGER NOT NULL CHECK (guarded IN (0, 1)),
    commits INTEGER NOT NULL CHECK (commits IN (0, 1)),
    lifetime TEXT NOT NULL CHECK (lifetime IN ('this-run', 'until', 'always')),
    until INTEGER CHECK ((until IS NULL) = (lifetime <> 'until')),
    granted_at INTEGER NOT NULL,
    at INTEGER NOT NULL,
    why TEXT NOT NULL
) STRICT;

CREATE TABLE ended_destinations (
    id INTEGER PRIMARY KEY CHECK (id BETWEEN 0 AND 4294967294),
    server INTEGER NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    destination TEXT NOT NULL,
    lifetime TEXT NOT NULL CHECK (lifetime IN ('this-run', 'until', 'always')),
    until INTEGER CHECK ((until IS NULL) = (lifetime <> 'until')),
    at INTEGER NOT NULL
) STRICT;

-- What servers asked and nobody decided; so many of each server.
CREATE TABLE missed (
    id INTEGER PRIMARY KEY CHECK (id BETWEEN 0 AND 4294967294),
    server INTEGER NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    summary TEXT NOT NULL,
    why TEXT NOT NULL,
    app TEXT,
    folder TEXT CHECK (folder IS NULL OR app IS NOT NULL)
) STRICT;

CREATE INDEX missed_by_server ON missed (server, id);
