/// What version 2 adds: scores beside what happened, and rates made of them.
///
/// Released text: never edit, append a version instead.
///
/// A score counts an outcome that a known probability decides by that probability; its mean is that
/// of the outcome, so trials stored before have their outcomes for scores.
let schemaVersion2 = """
  ALTER TABLE tally ADD COLUMN authorized_score_nano INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE tally ADD COLUMN authorized_score_squared_nano INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE tally ADD COLUMN authorized_score_difference_squared_nano INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE tally ADD COLUMN allowed_score_nano INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE tally ADD COLUMN allowed_score_squared_nano INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE tally ADD COLUMN sessions_score_micro INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE tally ADD COLUMN authorized_sessions_score_micro INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE tally ADD COLUMN authorized_sessions_score_squared_milli INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE tally ADD COLUMN attributed_score_nano INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE tally ADD COLUMN attributed_score_squared_nano INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE tally ADD COLUMN personalizable_score_nano INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE tally ADD COLUMN personalizable_score_squared_nano INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE tally ADD COLUMN value_score_nano INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE tally ADD COLUMN value_score_micro_squared INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE tally ADD COLUMN allowed_score_by_day TEXT NOT NULL DEFAULT '[]'
    CHECK (json_valid(allowed_score_by_day));

  UPDATE tally SET
    authorized_score_nano = 1000000000 * final_authorized,
    authorized_score_squared_nano = 1000000000 * final_authorized,
    authorized_score_difference_squared_nano = 1000000000 * (gained_over_baseline + lost_to_baseline),
    allowed_score_nano = 1000000000 * answered_allow,
    allowed_score_squared_nano = 1000000000 * answered_allow,
    sessions_score_micro = 1000000 * sessions,
    authorized_sessions_score_micro = 1000000 * authorized_sessions,
    authorized_sessions_score_squared_milli = 1000 * min(authorized_sessions_squared, 9223372036854775),
    attributed_score_nano = 1000000000 * attributed,
    attributed_score_squared_nano = 1000000000 * attributed,
    personalizable_score_nano = 1000000000 * personalizable,
    personalizable_score_squared_nano = 1000000000 * personalizable,
    value_score_nano = value_nano,
    value_score_micro_squared = value_micro_squared,
    allowed_score_by_day =
      (SELECT json_group_array(1000000000 * day.value) FROM json_each(allowed_by_day) AS day);

  DROP VIEW arm_by_trial;
  CREATE VIEW arm_by_trial AS
  -- What did each trial find, all segments together? Opt-in rates are scored: expected over the answer.
  SELECT run.id AS run, tally.trial, scenario.name AS scenario, arm.name AS arm, arm.allowed_by_apple,
    arm.name = run.baseline AS is_baseline,
    sum(tally.installs) AS installs, sum(tally.trigger_reached) AS trigger_reached,
    sum(tally.prompted) AS prompted, sum(tally.answered_allow) AS answered_allow,
    sum(tally.answered_deny) AS answered_deny, sum(tally.final_authorized) AS final_authorized,
    1e-9 * sum(tally.authorized_score_nano) / nullif(sum(tally.installs), 0) AS opt_in_per_install,
    1.0 * sum(tally.prompted) / nullif(sum(tally.installs), 0) AS prompted_per_install,
    1e-9 * sum(tally.allowed_score_nano) / nullif(sum(tally.prompted), 0) AS opt_in_per_prompted,
    sum(tally.gained_over_baseline) AS gained_over_baseline,
    sum(tally.lost_to_baseline) AS lost_to_baseline
  FROM run
  JOIN tally ON tally.run = run.key
  JOIN scenario ON scenario.run = run.key AND scenario.ordinal = tally.scenario
  JOIN arm ON arm.run = run.key AND arm.ordinal = tally.arm
  GROUP BY run.id, tally.trial, tally.scenario, tally.arm;

  DROP VIEW opt_in_by_segment;
  CREATE VIEW opt_in_by_segment AS
  -- Who opts in? Totals over trials; opt-in rates are scored: expected over the answer.
  SELECT run.id AS run, scenario.name AS scenario, arm.name AS arm, segment.name AS segment,
    sum(tally.installs) AS installs,
    1e-9 * sum(tally.authorized_score_nano) / nullif(sum(tally.installs), 0) AS opt_in_per_install,
    1e-9 * sum(tally.allowed_score_nano) / nullif(sum(tally.prompted), 0) AS opt_in_per_prompted
  FROM run
  JOIN tally ON tally.run = run.key
  JOIN scenario ON scenario.run = run.key AND scenario.ordinal = tally.scenario
  JOIN arm ON arm.run = run.key AND arm.ordinal = tally.arm
  JOIN segment ON segment.run = run.key AND segment.scenario = tally.scenario
    AND segment.ordinal = tally.segment
  GROUP BY run.id, tally.scenario, tally.arm, tally.segment;

  """
