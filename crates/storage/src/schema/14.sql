-- What was counted of servers over time, in slots of five minutes and of an hour that begin at `at`.
-- `destination` is empty for all that was counted of a server. Where it could not be seen what it
-- tried, or what it sent, that is said: a zero is none then.
CREATE TABLE seen (
    minutes INTEGER NOT NULL CHECK (minutes IN (5, 60)),
    at INTEGER NOT NULL CHECK (at % (minutes * 60000) = 0),
    server INTEGER NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    destination TEXT NOT NULL,
    calls INTEGER NOT NULL CHECK (calls >= 0),
    uses INTEGER NOT NULL CHECK (uses >= 0),
    requests INTEGER NOT NULL CHECK (requests >= 0),
    blocked INTEGER NOT NULL CHECK (blocked >= 0),
    connections INTEGER NOT NULL CHECK (connections >= 0),
    sent INTEGER NOT NULL CHECK (sent >= 0),
    received INTEGER NOT NULL CHECK (received >= 0),
    files_unseen INTEGER NOT NULL CHECK (files_unseen IN (0, 1)),
    network_unseen INTEGER NOT NULL CHECK (network_unseen IN (0, 1)),
    PRIMARY KEY (minutes, at, server, destination)
) STRICT, WITHOUT ROWID;
