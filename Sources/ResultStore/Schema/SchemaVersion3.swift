/// What version 3 adds: how a run came to its size, and what became of its winners under alternative models.
///
/// Released text: never edit, append a version instead.
///
/// Neither can be had from the trials alone: what was asked for is of the command, and alternative models are
/// simulations of their own. A run without a row was given its size, or was never simulated under alternative models.
let schemaVersion3 = """
  CREATE TABLE stopping (
    run INTEGER PRIMARY KEY,
    rule TEXT NOT NULL CHECK (rule IN ('precision', 'decide')),
    goal REAL NOT NULL CHECK (goal > 0), -- in units of the objective
    reached REAL CHECK (reached >= 0), -- NULL where the trials could not tell
    met INTEGER NOT NULL CHECK (met IN (0, 1)),
    FOREIGN KEY (run) REFERENCES run ON DELETE CASCADE
  ) STRICT;

  CREATE TABLE rival_study (
    run INTEGER NOT NULL,
    includes_forbidden INTEGER NOT NULL CHECK (includes_forbidden IN (0, 1)), -- arms that Apple's rules forbid
    PRIMARY KEY (run, includes_forbidden),
    FOREIGN KEY (run) REFERENCES run ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE rival (
    run INTEGER NOT NULL,
    includes_forbidden INTEGER NOT NULL,
    scenario INTEGER NOT NULL,
    model TEXT NOT NULL,
    winner INTEGER NOT NULL, -- the arm that is best as written
    outcome TEXT NOT NULL CHECK (outcome IN ('stands', 'falls', 'open')),
    best INTEGER NOT NULL, -- the arm that is best under the rival
    lead REAL, -- of best over winner, in units of the objective; NULL where they are one
    lead_mcse REAL CHECK (lead_mcse >= 0),
    PRIMARY KEY (run, includes_forbidden, scenario, model),
    FOREIGN KEY (run, includes_forbidden) REFERENCES rival_study ON DELETE CASCADE,
    FOREIGN KEY (run, scenario) REFERENCES scenario ON DELETE CASCADE,
    FOREIGN KEY (run, winner) REFERENCES arm ON DELETE CASCADE,
    FOREIGN KEY (run, best) REFERENCES arm ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  CREATE VIEW size_by_run AS
  -- How did each run come to its number of trials, and was the goal met?
  SELECT run.id AS run, run.trials, coalesce(stopping.rule, 'given') AS rule, stopping.goal,
    stopping.reached, stopping.met
  FROM run LEFT JOIN stopping ON stopping.run = run.key;

  CREATE VIEW winner_under_rivals AS
  -- Does the winner stand under other readings of the same facts?
  SELECT run.id AS run, scenario.name AS scenario, rival.includes_forbidden, rival.model,
    winner.name AS winner, rival.outcome, best.name AS best, rival.lead, rival.lead_mcse
  FROM run
  JOIN rival ON rival.run = run.key
  JOIN scenario ON scenario.run = run.key AND scenario.ordinal = rival.scenario
  JOIN arm AS winner ON winner.run = run.key AND winner.ordinal = rival.winner
  JOIN arm AS best ON best.run = run.key AND best.ordinal = rival.best;

  """
