/// What version 13 adds: the trials of searches that are not over yet.
///
/// Released text: never edit, append a version instead.
///
/// They are removed once the search is over, which is then kept as a study. `numbers` are doubles, the lowest byte first.
let schemaVersion13 = """
  CREATE TABLE search_trials (
    search TEXT NOT NULL, -- the hash of what is searched, and of what is counted
    installs INTEGER NOT NULL CHECK (installs > 0), -- of a trial
    strategy INTEGER NOT NULL CHECK (strategy >= 0), -- its position
    first INTEGER NOT NULL CHECK (first >= 0), -- of these trials
    trials INTEGER NOT NULL CHECK (trials > 0), -- how many
    numbers BLOB NOT NULL CHECK (length(numbers) % (8 * trials) = 0),
    checksum INTEGER NOT NULL, -- of all other columns
    PRIMARY KEY (search, installs, strategy, first)
  ) STRICT, WITHOUT ROWID;
  """
