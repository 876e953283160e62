-- Tokens by the hour since the Unix epoch in which they were spent on models for a server.
CREATE TABLE spent (
    server INTEGER NOT NULL REFERENCES servers (id),
    hour INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    PRIMARY KEY (server, hour)
) STRICT, WITHOUT ROWID;
