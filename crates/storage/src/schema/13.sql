-- How much of the computer a server may take: processes and threads, and memory in MiB.
ALTER TABLE servers ADD COLUMN processes INTEGER NOT NULL DEFAULT 4096 CHECK (processes > 0);
ALTER TABLE servers ADD COLUMN memory INTEGER CHECK (memory > 0);
