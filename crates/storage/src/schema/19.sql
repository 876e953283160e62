-- What tools were called with, where a person wants that written down.
ALTER TABLE audit ADD COLUMN arguments TEXT;
