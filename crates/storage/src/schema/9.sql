-- Where a server may connect. `network` is whether the network is open to it; where it is not,
-- `asks` says whether it has destinations or nothing.
ALTER TABLE servers ADD COLUMN destinations TEXT NOT NULL
    DEFAULT '{"asks":false,"allowed":[],"never":[]}';
