/// The views of version 1, named for the questions people ask.
///
/// Released text: never edit, append a version instead.
///
/// Each begins with the run's id, and groups or partitions by it, so that
/// `WHERE run = '…'` reads that run's rows alone. Means of what is a group
/// already are windows: SQLite carries a condition through those and not through
/// a second grouping.
let viewsVersion1 = """
  CREATE VIEW run_status AS
  -- What is in the store, and what is still to be computed?
  SELECT run.id AS run, run.name, run.experiment, run.created_at,
    (SELECT count(*) FROM trial WHERE trial.run = run.key) AS trials_stored, run.trials,
    CASE WHEN (SELECT count(*) FROM trial WHERE trial.run = run.key) >= run.trials
      THEN 'complete' ELSE 'incomplete' END AS status
  FROM run;

  CREATE VIEW arm_by_trial AS
  -- What did each trial find, all segments together? The rates of one trial have sampling noise.
  SELECT run.id AS run, tally.trial, scenario.name AS scenario, arm.name AS arm, arm.allowed_by_apple,
    arm.name = run.baseline AS is_baseline,
    sum(tally.installs) AS installs, sum(tally.trigger_reached) AS trigger_reached,
    sum(tally.prompted) AS prompted, sum(tally.answered_allow) AS answered_allow,
    sum(tally.answered_deny) AS answered_deny, sum(tally.final_authorized) AS final_authorized,
    1.0 * sum(tally.final_authorized) / nullif(sum(tally.installs), 0) AS opt_in_per_install,
    1.0 * sum(tally.prompted) / nullif(sum(tally.installs), 0) AS prompted_per_install,
    1.0 * sum(tally.answered_allow) / nullif(sum(tally.prompted), 0) AS opt_in_per_prompted,
    sum(tally.gained_over_baseline) AS gained_over_baseline,
    sum(tally.lost_to_baseline) AS lost_to_baseline
  FROM run
  JOIN tally ON tally.run = run.key
  JOIN scenario ON scenario.run = run.key AND scenario.ordinal = tally.scenario
  JOIN arm ON arm.run = run.key AND arm.ordinal = tally.arm
  GROUP BY run.id, tally.trial, tally.scenario, tally.arm;

  CREATE VIEW opt_in_by_arm AS
  -- Which arm opts in more? Means over trials; a trial without a denominator is left out.
  SELECT DISTINCT run, scenario, arm, allowed_by_apple, count(*) OVER trials AS trials,
    avg(opt_in_per_install) OVER trials AS opt_in_per_install,
    avg(opt_in_per_prompted) OVER trials AS opt_in_per_prompted,
    avg(prompted_per_install) OVER trials AS prompted_per_install
  FROM arm_by_trial
  WINDOW trials AS (PARTITION BY run, scenario, arm);

  CREATE VIEW opt_in_by_segment AS
  -- Who opts in? Totals over trials.
  SELECT run.id AS run, scenario.name AS scenario, arm.name AS arm, segment.name AS segment,
    sum(tally.installs) AS installs,
    1.0 * sum(tally.final_authorized) / nullif(sum(tally.installs), 0) AS opt_in_per_install,
    1.0 * sum(tally.answered_allow) / nullif(sum(tally.prompted), 0) AS opt_in_per_prompted
  FROM run
  JOIN tally ON tally.run = run.key
  JOIN scenario ON scenario.run = run.key AND scenario.ordinal = tally.scenario
  JOIN arm ON arm.run = run.key AND arm.ordinal = tally.arm
  JOIN segment ON segment.run = run.key AND segment.scenario = tally.scenario
    AND segment.ordinal = tally.segment
  GROUP BY run.id, tally.scenario, tally.arm, tally.segment;

  CREATE VIEW funnel_by_arm AS
  -- Where are installs lost on the way to an opt-in? Totals over trials, each step per install.
  SELECT run.id AS run, scenario.name AS scenario, arm.name AS arm, sum(tally.installs) AS installs,
    1.0 * sum(tally.trigger_reached) / nullif(sum(tally.installs), 0) AS trigger_reached_per_install,
    1.0 * sum(tally.prompted) / nullif(sum(tally.installs), 0) AS prompted_per_install,
    1.0 * sum(tally.answered_allow + tally.answered_deny) / nullif(sum(tally.installs), 0)
      AS answered_per_install,
    1.0 * sum(tally.answered_allow) / nullif(sum(tally.installs), 0) AS answered_allow_per_install,
    1.0 * sum(tally.final_authorized) / nullif(sum(tally.installs), 0) AS opt_in_per_install
  FROM run
  JOIN tally ON tally.run = run.key
  JOIN scenario ON scenario.run = run.key AND scenario.ordinal = tally.scenario
  JOIN arm ON arm.run = run.key AND arm.ordinal = tally.arm
  GROUP BY run.id, tally.scenario, tally.arm;

  CREATE VIEW final_state_by_arm AS
  -- How does it end? Totals over trials; the states sum to installs.
  SELECT run.id AS run, scenario.name AS scenario, arm.name AS arm, sum(tally.installs) AS installs,
    sum(tally.final_authorized) AS authorized,
    sum(tally.final_denied_by_answer) AS denied_by_answer,
    sum(tally.final_denied_by_device) AS denied_by_device,
    sum(tally.final_restricted) AS restricted,
    sum(tally.final_undetermined) AS undetermined,
    sum(tally.final_no_att) AS no_att
  FROM run
  JOIN tally ON tally.run = run.key
  JOIN scenario ON scenario.run = run.key AND scenario.ordinal = tally.scenario
  JOIN arm ON arm.run = run.key AND arm.ordinal = tally.arm
  GROUP BY run.id, tally.scenario, tally.arm;

  CREATE VIEW lost_requests_by_cause AS
  -- Why did requests end without an alert? Totals over trials.
  SELECT run.id AS run, scenario.name AS scenario, arm.name AS arm, cause.column1 AS cause,
    sum(CASE cause.column1 WHEN 'not_active' THEN tally.lost_not_active
      ELSE tally.lost_behind_alert END) AS lost_requests,
    1.0 * sum(CASE cause.column1 WHEN 'not_active' THEN tally.lost_not_active
      ELSE tally.lost_behind_alert END) / nullif(sum(tally.requests), 0) AS lost_requests_per_request
  FROM run
  JOIN tally ON tally.run = run.key
  JOIN scenario ON scenario.run = run.key AND scenario.ordinal = tally.scenario
  JOIN arm ON arm.run = run.key AND arm.ordinal = tally.arm
  CROSS JOIN (VALUES ('not_active'), ('behind_alert')) AS cause
  GROUP BY run.id, tally.scenario, tally.arm, cause.column1;

  CREATE VIEW opt_in_by_day AS
  -- By which day have people allowed, or denied? First answers, Settings excluded, cumulative.
  SELECT run, scenario, arm, day,
    1.0 * sum(allowed) OVER earlier / nullif(installs, 0) AS opt_in_by_day_per_install,
    1.0 * sum(denied) OVER earlier / nullif(installs, 0) AS denied_by_day_per_install
  FROM (
    SELECT run.id AS run, scenario.name AS scenario, arm.name AS arm, allowed.key AS day,
      sum(allowed.value) AS allowed, sum(json_extract(tally.denied_by_day, allowed.fullkey)) AS denied,
      sum(tally.installs) AS installs
    FROM run
    JOIN tally ON tally.run = run.key
    JOIN scenario ON scenario.run = run.key AND scenario.ordinal = tally.scenario
    JOIN arm ON arm.run = run.key AND arm.ordinal = tally.arm
    JOIN json_each(tally.allowed_by_day) AS allowed
    GROUP BY run.id, tally.scenario, tally.arm, allowed.key)
  WINDOW earlier AS (PARTITION BY run, scenario, arm ORDER BY day);

  CREATE VIEW difference_to_baseline AS
  -- What does an arm gain over the baseline, in the same trial? Means over trials.
  SELECT DISTINCT run, scenario, arm, allowed_by_apple, count(*) OVER trials AS trials,
    avg(opt_in_per_install - at_baseline) OVER trials AS opt_in_per_install_difference,
    sum(gained_over_baseline) OVER trials AS gained_over_baseline,
    sum(lost_to_baseline) OVER trials AS lost_to_baseline
  FROM (
    SELECT *, max(CASE WHEN is_baseline THEN opt_in_per_install END)
      OVER (PARTITION BY run, scenario, trial) AS at_baseline
    FROM arm_by_trial)
  WHERE NOT is_baseline
  WINDOW trials AS (PARTITION BY run, scenario, arm);

  CREATE VIEW winner_by_trial AS
  -- Which allowed arm had the most opt-ins per install in each trial? Ties give several rows.
  SELECT run, trial, scenario, arm, opt_in_per_install FROM (
    SELECT run, trial, scenario, arm, opt_in_per_install,
      rank() OVER (PARTITION BY run, trial, scenario ORDER BY opt_in_per_install DESC) AS place
    FROM arm_by_trial WHERE allowed_by_apple AND opt_in_per_install IS NOT NULL)
  WHERE place = 1;

  CREATE VIEW assumptions AS
  -- Which numbers has nobody measured or published?
  SELECT run.id AS run, parameter.place, parameter.law, parameter.value IS NULL AS drawn
  FROM run JOIN parameter ON parameter.run = run.key WHERE parameter.grade = 'assumed';

  CREATE VIEW draw_by_trial AS
  -- Which numbers did each trial assume?
  SELECT run.id AS run, draw.trial, parameter.place, draw.value
  FROM run
  JOIN draw ON draw.run = run.key
  JOIN parameter ON parameter.run = run.key AND parameter.ordinal = draw.parameter;

  CREATE VIEW answer AS
  -- What came out? Every metric with its simulation error and parameter uncertainty.
  SELECT run.id AS run, run.experiment, scenario.name AS scenario, arm.name AS arm,
    arm.allowed_by_apple, summary.metric, summary.mean, summary.mcse, summary.sd,
    summary.low, summary.high, summary.trials
  FROM run
  JOIN summary ON summary.run = run.key
  JOIN scenario ON scenario.run = run.key AND scenario.ordinal = summary.scenario
  JOIN arm ON arm.run = run.key AND arm.ordinal = summary.arm;
  """
