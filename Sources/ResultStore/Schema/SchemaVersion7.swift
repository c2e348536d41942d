/// What version 7 adds: checksums.
///
/// Released text: never edit, append a version instead.
///
/// A trial's is of its draws, tallies and medians, a part's of all its rows. Runs that were begun before have
/// none, and their trials neither.
let schemaVersion7 = """
  ALTER TABLE trial ADD COLUMN checksum INTEGER; -- of all its numbers; NULL in runs begun before version 7

  CREATE TABLE checksum (
    run INTEGER NOT NULL,
    part TEXT NOT NULL CHECK (part IN ('head', 'inputs', 'platform', 'answers', 'summary')),
    value INTEGER NOT NULL,
    PRIMARY KEY (run, part),
    FOREIGN KEY (run) REFERENCES run ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  """
