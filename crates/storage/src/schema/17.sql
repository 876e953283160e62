-- What servers answered apps, to be said in their place while they are late. It is of no account: the
-- table has no rules that a damaged row could break, which would be taken for a damaged database.
CREATE TABLE remembered (server, fingerprint, answers, seal);
-- Apps that are paused, by the names that people see, with no end for a pause until somebody resumes.
CREATE TABLE paused_apps (
    app TEXT PRIMARY KEY NOT NULL,
    until INTEGER
) STRICT, WITHOUT ROWID;
