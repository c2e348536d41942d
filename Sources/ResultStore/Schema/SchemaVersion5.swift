/// What version 5 adds: the platform checks of a run's arms.
///
/// Released text: never edit, append a version instead.
///
/// A run stored before has no row in `platform_check`: nobody looked. One with a row and without
/// findings was looked at, and nothing was found.
let schemaVersion5 = """
  CREATE TABLE platform_check (
    run INTEGER PRIMARY KEY,
    FOREIGN KEY (run) REFERENCES run ON DELETE CASCADE
  ) STRICT;

  CREATE TABLE finding (
    run INTEGER NOT NULL,
    ordinal INTEGER NOT NULL CHECK (ordinal >= 0), -- by place in the file
    pitfall TEXT NOT NULL CHECK (pitfall GLOB '[LR][0-9]*'),
    rules TEXT NOT NULL CHECK (json_array_length(rules) > 0), -- ["R81", "R83"]
    severity TEXT NOT NULL CHECK (severity IN ('error', 'warning', 'note')),
    forbids INTEGER NOT NULL CHECK (forbids IN (0, 1)), -- whether its arms are not allowed for it
    what TEXT NOT NULL,
    why TEXT NOT NULL,
    mend TEXT NOT NULL,
    waived TEXT, -- the reason it is accepted for
    file TEXT NOT NULL,
    line INTEGER CHECK (line > 0),
    column INTEGER CHECK (column > 0),
    key TEXT NOT NULL,
    PRIMARY KEY (run, ordinal),
    CHECK ((line IS NULL) = (column IS NULL)),
    FOREIGN KEY (run) REFERENCES platform_check ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE finding_arm (
    run INTEGER NOT NULL,
    finding INTEGER NOT NULL, -- without a row here it is of the whole file
    arm INTEGER NOT NULL,
    PRIMARY KEY (run, finding, arm),
    FOREIGN KEY (run, finding) REFERENCES finding ON DELETE CASCADE,
    FOREIGN KEY (run, arm) REFERENCES arm ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE reviewer_sight (
    run INTEGER NOT NULL,
    ordinal INTEGER NOT NULL CHECK (ordinal >= 0),
    arm INTEGER NOT NULL,
    scenario INTEGER, -- NULL where it is the same under all
    segment INTEGER CHECK (segment IS NULL OR scenario IS NOT NULL), -- NULL where it is the same for all
    sight TEXT NOT NULL CHECK (sight IN ('visible', 'needs_steps', 'not_visible')),
    after_seconds REAL CHECK (after_seconds >= 0),
    review_note TEXT,
    words TEXT NOT NULL,
    PRIMARY KEY (run, ordinal),
    CHECK ((after_seconds IS NULL) = (sight = 'not_visible')),
    FOREIGN KEY (run) REFERENCES platform_check ON DELETE CASCADE,
    FOREIGN KEY (run, arm) REFERENCES arm ON DELETE CASCADE,
    FOREIGN KEY (run, scenario) REFERENCES scenario ON DELETE CASCADE,
    FOREIGN KEY (run, scenario, segment) REFERENCES segment ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  CREATE VIEW findings_by_arm AS
  -- Which findings has each arm? A row without an arm is of the whole file.
  SELECT run.id AS run, arm.name AS arm, arm.allowed_by_apple, finding.severity, finding.pitfall,
    finding.rules, finding.forbids, finding.what, finding.mend, finding.waived, finding.file,
    finding.line, finding.key
  FROM run
  JOIN finding ON finding.run = run.key
  LEFT JOIN finding_arm ON finding_arm.run = run.key AND finding_arm.finding = finding.ordinal
  LEFT JOIN arm ON arm.run = run.key AND arm.ordinal = finding_arm.arm;

  CREATE VIEW rules_by_arm AS
  -- Is each arm allowed, and how much was found in it that nobody accepts? NULL where nobody looked.
  SELECT run.id AS run, arm.name AS arm, arm.allowed_by_apple,
    CASE WHEN platform_check.run IS NOT NULL
      THEN count(finding.run) FILTER (WHERE finding.severity = 'error') END AS errors,
    CASE WHEN platform_check.run IS NOT NULL
      THEN count(finding.run) FILTER (WHERE finding.severity = 'warning') END AS warnings,
    CASE WHEN platform_check.run IS NOT NULL
      THEN count(finding.run) FILTER (WHERE finding.severity = 'note') END AS notes
  FROM run
  JOIN arm ON arm.run = run.key
  LEFT JOIN platform_check ON platform_check.run = run.key
  LEFT JOIN finding_arm ON finding_arm.run = run.key AND finding_arm.arm = arm.ordinal
  LEFT JOIN finding ON finding.run = run.key AND finding.ordinal = finding_arm.finding
    AND finding.waived IS NULL
  GROUP BY run.id, arm.ordinal;

  CREATE VIEW reviewer_by_arm AS
  -- Would a reviewer see the alert under each arm? Without scenario or segment it is the same for all.
  SELECT run.id AS run, arm.name AS arm, scenario.name AS scenario, segment.name AS segment,
    reviewer_sight.sight, reviewer_sight.after_seconds, reviewer_sight.review_note, reviewer_sight.words
  FROM run
  JOIN reviewer_sight ON reviewer_sight.run = run.key
  JOIN arm ON arm.run = run.key AND arm.ordinal = reviewer_sight.arm
  LEFT JOIN scenario ON scenario.run = run.key AND scenario.ordinal = reviewer_sight.scenario
  LEFT JOIN segment ON segment.run = run.key AND segment.scenario = reviewer_sight.scenario
    AND segment.ordinal = reviewer_sight.segment;

  """
