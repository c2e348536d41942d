/// What version 14 calls otherwise: alternative models, and whether App Review sees the prompt.
///
/// Released text: never edit, append a version instead.
let schemaVersion14 = """
  DROP VIEW winner_under_rivals;
  ALTER TABLE rival_study RENAME TO alternative_study;
  ALTER TABLE rival RENAME TO alternative_model;

  CREATE VIEW winner_under_alternatives AS
  -- Is the best option still best in the alternative models?
  SELECT run.id AS run, scenario.name AS scenario, alternative_model.includes_forbidden, alternative_model.model,
    winner.name AS winner, alternative_model.outcome, best.name AS best, alternative_model.lead,
    alternative_model.lead_mcse
  FROM run
  JOIN alternative_model ON alternative_model.run = run.key
  JOIN scenario ON scenario.run = run.key AND scenario.ordinal = alternative_model.scenario
  JOIN arm AS winner ON winner.run = run.key AND winner.ordinal = alternative_model.winner
  JOIN arm AS best ON best.run = run.key AND best.ordinal = alternative_model.best;

  DROP VIEW reviewer_by_arm;
  CREATE VIEW reviewer_by_arm AS
  -- Will App Review see the prompt of each arm? Without scenario or segment it is the same for all.
  SELECT run.id AS run, arm.name AS arm, scenario.name AS scenario, segment.name AS segment,
    reviewer_sight.sight AS visibility, reviewer_sight.after_seconds, reviewer_sight.cause
  FROM run
  JOIN reviewer_sight ON reviewer_sight.run = run.key
  JOIN arm ON arm.run = run.key AND arm.ordinal = reviewer_sight.arm
  LEFT JOIN scenario ON scenario.run = run.key AND scenario.ordinal = reviewer_sight.scenario
  LEFT JOIN segment ON segment.run = run.key AND segment.scenario = reviewer_sight.scenario
    AND segment.ordinal = reviewer_sight.segment;

  """
