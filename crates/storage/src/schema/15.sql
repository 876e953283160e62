-- How many bytes a server may send in a day, and what a person said of one day, which ends at
-- `sent_said_until`: so many bytes, any number, or none.
ALTER TABLE servers ADD COLUMN most_sent INTEGER CHECK (most_sent > 0);
ALTER TABLE servers ADD COLUMN sent_said TEXT CHECK (sent_said IN ('bytes', 'unlimited', 'stopped'));
ALTER TABLE servers ADD COLUMN sent_said_bytes INTEGER CHECK (sent_said_bytes >= 0);
ALTER TABLE servers ADD COLUMN sent_said_until INTEGER;
