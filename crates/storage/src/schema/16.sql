-- Whether all servers are paused: one row, with no end for a pause until somebody resumes.
CREATE TABLE pause (
    until INTEGER,
    one INTEGER NOT NULL DEFAULT 1 UNIQUE CHECK (one = 1)
) STRICT;
-- A part of a footprint may say `all` from now on: everything in it was counted.
