/// What version 12 adds: plans of tests, searches and calibrations.
///
/// Released text: never edit, append a version instead.
///
/// The document is the JSON that the command writes, without its sentences. It names its own schema, and each number of it
/// is there once. The column `run` is the run whose trials a plan is by, or the run that the numbers of a search come from.
let schemaVersion12 = """
  CREATE TABLE study (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE CHECK (length(id) = 10 AND id GLOB '[a-f]*' AND id NOT GLOB '*[^0-9a-f]*'),
    name TEXT UNIQUE,
    note TEXT,
    kind TEXT NOT NULL CHECK (kind IN ('plan', 'search', 'calibration')),
    schema TEXT NOT NULL, -- of the document, with its version
    experiment TEXT, -- NULL for a plan from rates alone
    run INTEGER REFERENCES run ON DELETE CASCADE,
    arguments TEXT NOT NULL CHECK (json_valid(arguments)), -- of the command that asked for it last, a list
    engine TEXT NOT NULL,
    content_key TEXT NOT NULL UNIQUE, -- the hash of what was asked
    created_at TEXT NOT NULL,
    document TEXT NOT NULL CHECK (json_valid(document)),
    checksum INTEGER NOT NULL, -- of all columns but key and run
    CHECK (document ->> '$.schema' = schema)
  ) STRICT;

  CREATE INDEX study_by_run ON study (run);

  CREATE VIEW studies_by_run AS
  -- What was planned and searched with each run? Without a run it is what needs none.
  SELECT run.id AS run, study.id AS study, study.kind, study.name, study.experiment, study.created_at
  FROM study LEFT JOIN run ON run.key = study.run;

  """
