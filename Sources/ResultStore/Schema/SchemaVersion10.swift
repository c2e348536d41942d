/// What version 10 changes: it keeps facts, and no sentences.
///
/// Released text: never edit, append a version instead.
///
/// What was seen, why it is a mistake and what to do about it are derived from the experiment and the rules when they
/// are read, as are a reviewer's way to the alert and how an arm breaks a rule. Of a rule that a word breaks the word
/// is kept. What a parameter is drawn from is called its distribution; a member of a joint distribution names that
/// and its position, and has none of its own.
let schemaVersion10 = """
  DROP VIEW findings_by_arm;
  DROP VIEW reviewer_by_arm;
  DROP VIEW assumptions;

  ALTER TABLE finding DROP COLUMN what;
  ALTER TABLE finding DROP COLUMN why;
  ALTER TABLE finding DROP COLUMN mend;

  ALTER TABLE reviewer_sight DROP COLUMN review_note;
  ALTER TABLE reviewer_sight DROP COLUMN words;
  ALTER TABLE reviewer_sight ADD COLUMN cause TEXT -- NULL where the alert is seen, and in earlier records
    CHECK (cause IS NULL
      OR sight = 'not_visible' AND cause IN ('not_active', 'behind_alert', 'unreached'));

  CREATE TABLE parameter_10 (
    run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    ordinal INTEGER NOT NULL CHECK (ordinal >= 0), -- by place
    place TEXT NOT NULL,
    distribution TEXT, -- as an experiment file spells it; NULL where it is drawn together with others
    joint TEXT, -- the place of the joint distribution that it is a member of
    member INTEGER CHECK (member >= 0), -- which of its members, from 0
    value REAL, -- NULL where it is drawn for each trial
    grade TEXT NOT NULL CHECK (grade IN ('measured', 'published', 'assumed')),
    source TEXT,
    date TEXT,
    denominator TEXT,
    PRIMARY KEY (run, ordinal),
    UNIQUE (run, place),
    CHECK ((distribution IS NULL) = (joint IS NOT NULL)),
    CHECK ((joint IS NULL) = (member IS NULL))
  ) STRICT, WITHOUT ROWID;

  INSERT INTO parameter_10 (
    run, ordinal, place, distribution, joint, member, value, grade, source, date, denominator)
  SELECT run, ordinal, place,
    CASE WHEN law NOT GLOB 'joint *, member [0-9]*' THEN law END,
    CASE WHEN law GLOB 'joint *, member [0-9]*'
      THEN substr(law, 7, instr(law, ', member ') - 7) END,
    CASE WHEN law GLOB 'joint *, member [0-9]*'
      THEN CAST(substr(law, instr(law, ', member ') + 9) AS INTEGER) - 1 END,
    value, grade, source, date, denominator
  FROM parameter;

  DROP TABLE parameter;
  PRAGMA legacy_alter_table = ON;
  ALTER TABLE parameter_10 RENAME TO parameter;
  PRAGMA legacy_alter_table = OFF;

  UPDATE arm SET findings = (
    SELECT json_group_array(
      CASE WHEN broken.value ->> 'rule' = 'R82' AND broken.value ->> 'reason' LIKE '% says ''%'';%'
        THEN json_object('rule', 'R82', 'word',
          substr(
            broken.value ->> 'reason', instr(broken.value ->> 'reason', ' says ''') + 7,
            instr(broken.value ->> 'reason', ''';') - instr(broken.value ->> 'reason', ' says ''') - 7))
        ELSE json_object('rule', broken.value ->> 'rule') END)
    FROM json_each(arm.findings) AS broken)
  WHERE json_array_length(findings) > 0;

  CREATE VIEW assumptions AS
  -- Which numbers has nobody measured or published?
  SELECT run.id AS run, parameter.place, parameter.distribution, parameter.joint, parameter.member,
    parameter.value IS NULL AS drawn
  FROM run JOIN parameter ON parameter.run = run.key WHERE parameter.grade = 'assumed';

  CREATE VIEW findings_by_arm AS
  -- Which findings has each arm? A row without an arm is of the whole file.
  SELECT run.id AS run, arm.name AS arm, arm.allowed_by_apple, finding.severity, finding.pitfall,
    finding.rules, finding.forbids, finding.waived, finding.file, finding.line, finding.key
  FROM run
  JOIN finding ON finding.run = run.key
  LEFT JOIN finding_arm ON finding_arm.run = run.key AND finding_arm.finding = finding.ordinal
  LEFT JOIN arm ON arm.run = run.key AND arm.ordinal = finding_arm.arm;

  CREATE VIEW reviewer_by_arm AS
  -- Would a reviewer see the alert under each arm? Without scenario or segment it is the same for all.
  SELECT run.id AS run, arm.name AS arm, scenario.name AS scenario, segment.name AS segment,
    reviewer_sight.sight, reviewer_sight.after_seconds, reviewer_sight.cause
  FROM run
  JOIN reviewer_sight ON reviewer_sight.run = run.key
  JOIN arm ON arm.run = run.key AND arm.ordinal = reviewer_sight.arm
  LEFT JOIN scenario ON scenario.run = run.key AND scenario.ordinal = reviewer_sight.scenario
  LEFT JOIN segment ON segment.run = run.key AND segment.scenario = reviewer_sight.scenario
    AND segment.ordinal = reviewer_sight.segment;

  """
