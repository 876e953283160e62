-- Of a grant that leaves out what runs: whether Git may commit in it.
ALTER TABLE grants ADD COLUMN commits INTEGER NOT NULL DEFAULT 0
    CHECK (commits IN (0, 1) AND commits <= guarded);

ALTER TABLE audit ADD COLUMN commits INTEGER NOT NULL DEFAULT 0
    CHECK (commits IN (0, 1) AND commits <= guarded);
