-- Nothing is sent to a provider before a person agrees to its address. Those of before were set up by one.
ALTER TABLE providers ADD COLUMN allowed INTEGER NOT NULL DEFAULT 1 CHECK (allowed IN (0, 1));
