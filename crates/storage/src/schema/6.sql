-- What a trusted command needs of the disk. Trust of before covers none, and asks anew.
ALTER TABLE servers ADD COLUMN seen_env_paths TEXT NOT NULL DEFAULT '[]';

ALTER TABLE servers ADD COLUMN footprint TEXT;

-- `reads` of version 3 is empty from now on: what a server reads beside its program is granted.

-- Of what may be written, all but what other programs run.
ALTER TABLE grants ADD COLUMN guarded INTEGER NOT NULL DEFAULT 0
    CHECK (guarded IN (0, 1) AND (guarded = 0 OR access = 'read-write'));

ALTER TABLE audit ADD COLUMN guarded INTEGER NOT NULL DEFAULT 0
    CHECK (guarded IN (0, 1) AND (guarded = 0 OR access IS 'read-write'));
