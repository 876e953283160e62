ALTER TABLE servers ADD COLUMN asked TEXT NOT NULL DEFAULT 'enforced'
    CHECK (asked IN ('enforced', 'advisory'));

ALTER TABLE servers ADD COLUMN network INTEGER NOT NULL DEFAULT 1 CHECK (network IN (0, 1));

ALTER TABLE servers ADD COLUMN ask_first INTEGER NOT NULL DEFAULT 0 CHECK (ask_first IN (0, 1));

-- Paths, each with its length in bytes before it.
ALTER TABLE servers ADD COLUMN reads BLOB NOT NULL DEFAULT X'';
