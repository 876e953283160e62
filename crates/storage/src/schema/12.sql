-- Apps that Paddock stands in for, by the names that their configurations give them: a person is
-- asked in their place what servers ask.
CREATE TABLE stand_ins (
    app TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
