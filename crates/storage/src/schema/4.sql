-- What was seen when the command was trusted; unknown for trust of before.
ALTER TABLE servers ADD COLUMN seen_program TEXT;

ALTER TABLE servers ADD COLUMN seen_args TEXT CHECK ((seen_args IS NULL) = (seen_program IS NULL));

ALTER TABLE servers ADD COLUMN seen_env TEXT CHECK ((seen_env IS NULL) = (seen_program IS NULL));

ALTER TABLE servers ADD COLUMN seen_cwd BLOB
    CHECK (seen_cwd IS NULL OR seen_program IS NOT NULL);

ALTER TABLE servers ADD COLUMN seen_path BLOB
    CHECK ((seen_path IS NULL) = (seen_program IS NULL));

ALTER TABLE servers ADD COLUMN seen_size INTEGER
    CHECK ((seen_size IS NULL) = (seen_program IS NULL));

ALTER TABLE servers ADD COLUMN seen_changed INTEGER
    CHECK ((seen_changed IS NULL) = (seen_program IS NULL));

ALTER TABLE servers ADD COLUMN era TEXT CHECK (era IN ('legacy', 'modern'));

ALTER TABLE servers ADD COLUMN restart TEXT NOT NULL DEFAULT 'on-failure'
    CHECK (restart IN ('on-failure', 'never', 'always'));

-- Both in milliseconds.
ALTER TABLE servers ADD COLUMN keep_alive INTEGER CHECK (keep_alive > 0);

ALTER TABLE servers ADD COLUMN stop_when_idle INTEGER CHECK (stop_when_idle > 0);

ALTER TABLE servers ADD COLUMN on_demand INTEGER NOT NULL DEFAULT 0 CHECK (on_demand IN (0, 1));

ALTER TABLE servers ADD COLUMN requests_an_hour INTEGER NOT NULL DEFAULT 20
    CHECK (requests_an_hour BETWEEN 0 AND 4294967295);

ALTER TABLE servers ADD COLUMN tokens_a_day INTEGER NOT NULL DEFAULT 100000
    CHECK (tokens_a_day BETWEEN 0 AND 4294967295);

ALTER TABLE servers ADD COLUMN muted INTEGER NOT NULL DEFAULT 0 CHECK (muted IN (0, 1));

CREATE TABLE providers (
    id INTEGER PRIMARY KEY CHECK (id BETWEEN 0 AND 4294967294),
    name TEXT NOT NULL,
    api TEXT NOT NULL CHECK (api IN ('openai', 'anthropic')),
    url TEXT NOT NULL,
    preferred TEXT,
    -- The key itself is never here.
    has_key INTEGER NOT NULL CHECK (has_key IN (0, 1))
) STRICT;
