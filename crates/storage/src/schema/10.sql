-- Secrets of the environment that the keyring keeps, by their variables, and what a person said of
-- variables: a secret, or none.
ALTER TABLE servers ADD COLUMN secrets TEXT NOT NULL DEFAULT '{"kept":{},"said":{}}';
