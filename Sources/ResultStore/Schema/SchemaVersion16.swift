/// What version 16 calls otherwise: whether App Review sees the prompt.
///
/// Released text: never edit, append a version instead.
let schemaVersion16 = """
  DROP VIEW reviewer_by_arm;
  ALTER TABLE reviewer_sight RENAME TO reviewer_visibility;
  ALTER TABLE reviewer_visibility RENAME COLUMN sight TO visibility;

  CREATE VIEW reviewer_by_arm AS
  -- Will App Review see the prompt of each arm? Without scenario or segment it is the same for all.
  SELECT run.id AS run, arm.name AS arm, scenario.name AS scenario, segment.name AS segment,
    seen.visibility, seen.after_seconds, seen.cause
  FROM run
  JOIN reviewer_visibility AS seen ON seen.run = run.key
  JOIN arm ON arm.run = run.key AND arm.ordinal = seen.arm
  LEFT JOIN scenario ON scenario.run = run.key AND scenario.ordinal = seen.scenario
  LEFT JOIN segment ON segment.run = run.key AND segment.scenario = seen.scenario AND segment.ordinal = seen.segment;
  """
