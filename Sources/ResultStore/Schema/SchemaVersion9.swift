/// What version 9 adds: what the answer says of the best arm of each scenario.
///
/// Released text: never edit, append a version instead.
///
/// Runs that were finished before have none until their file is simulated again.
let schemaVersion9 = """
  CREATE TABLE ranking (
    run INTEGER NOT NULL,
    scenario INTEGER NOT NULL,
    headline TEXT CHECK (
      headline IN ('only_option', 'level', 'tied', 'too_few_trials', 'best', 'best_guess')),
    best INTEGER, -- the arm; NULL, as the headline, where no arm that may win has a value of the objective
    tied TEXT NOT NULL CHECK (json_valid(tied)), -- arms that cannot be told from the best, a list
    PRIMARY KEY (run, scenario),
    CHECK ((headline IS NULL) = (best IS NULL)),
    FOREIGN KEY (run, scenario) REFERENCES scenario ON DELETE CASCADE,
    FOREIGN KEY (run, best) REFERENCES arm ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  """
