ALTER TABLE grants ADD COLUMN born INTEGER;

ALTER TABLE state ADD COLUMN seal BLOB CHECK (length(seal) = 32);

CREATE INDEX audit_by_server ON audit (server) WHERE server IS NOT NULL;

CREATE INDEX audit_by_action ON audit (action);

ALTER TABLE servers ADD COLUMN wanted INTEGER NOT NULL DEFAULT 1 CHECK (wanted IN (0, 1));
