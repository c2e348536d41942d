/// What version 15 adds: what the searches are that are not over yet.
///
/// Released text: never edit, append a version instead.
///
/// A row goes with the trials of its search. Searches that an earlier version began have none.
let schemaVersion15 = """
  CREATE TABLE search (
    search TEXT NOT NULL PRIMARY KEY, -- as in search_trials
    experiment TEXT NOT NULL, -- its name
    arguments TEXT NOT NULL CHECK (json_type(arguments) = 'array'), -- of the command that goes on
    begun_at TEXT NOT NULL -- ISO 8601, UTC
  ) STRICT, WITHOUT ROWID;
  """
