-- The app in whose session it was, by the name that its configuration gives it.
ALTER TABLE audit ADD COLUMN app TEXT;

-- Whether the app did it; then `actor` says nothing.
ALTER TABLE audit ADD COLUMN by_app INTEGER NOT NULL DEFAULT 0
    CHECK (by_app IN (0, 1) AND (by_app = 0 OR app IS NOT NULL));
