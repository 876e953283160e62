-- How apps may use a server; what was before: all its folders, and all of its tools.
ALTER TABLE servers ADD COLUMN usage TEXT NOT NULL
    DEFAULT '{"narrow":false,"rules":[],"hold_changed":false,"seen":[],"declined":[]}';
