CREATE TABLE run (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 10 AND id NOT GLOB '*[^0-9a-f]*'),
  name TEXT UNIQUE CHECK (name <> '' AND name <> 'last' AND name NOT GLOB 'last~*'),
  note TEXT,
  experiment TEXT NOT NULL,
  source TEXT, -- the path of the experiment file, as it was named
  file_text TEXT NOT NULL, -- the whole experiment file
  population_text TEXT, -- the population file it names, where that is not a preset
  overrides TEXT NOT NULL CHECK (json_valid(overrides)), -- --set path=value, a list
  seed TEXT NOT NULL -- decimal; an unsigned 64-bit number does not fit INTEGER
    CHECK (length(seed) BETWEEN 1 AND 20 AND seed NOT GLOB '*[^0-9]*'),
  trials INTEGER NOT NULL CHECK (trials > 0), -- that make it complete
  installs INTEGER NOT NULL CHECK (installs > 0), -- per trial
  engine TEXT NOT NULL,
  content_key TEXT NOT NULL, -- equal for runs that compute the same
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  finished_at TEXT CHECK (finished_at GLOB '????-??-??T??:??:??.???Z'),
  seconds REAL NOT NULL DEFAULT 0 CHECK (seconds >= 0), -- spent simulating
  -- what the run is: its inputs (parameters), scenarios with their segments, arms, baseline, objective; other tables
  -- name these by their places in its lists, from 0
  description TEXT NOT NULL CHECK (json_valid(description)),
  answer TEXT CHECK (answer IS NULL OR json_valid(answer)), -- what was found, and the advice; NULL until it is complete
  checksum INTEGER NOT NULL DEFAULT 0 -- of all other columns
) STRICT;

CREATE INDEX run_by_content ON run (content_key);

CREATE TABLE trial (
  run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  trial INTEGER NOT NULL CHECK (trial >= 0),
  checksum INTEGER NOT NULL, -- of its draws, tallies and medians, and of the noise
  medians TEXT NOT NULL, -- by scenario and arm: the median of days to the decision; null where nobody decided
  -- A draw of the noise of each metric's score: the difference between the scores of installs of even and of odd
  -- number, times sqrt(n1 * n2) / (n1 + n2). Floating-point numbers of 32 bits, little-endian, infinite where a
  -- half has no score: by scenario and arm those of all segments together, then, where there are several,
  -- those of each; of each the metrics in their fixed order.
  noise BLOB NOT NULL,
  PRIMARY KEY (run, trial)
) STRICT, WITHOUT ROWID;

CREATE TABLE draw (
  run INTEGER NOT NULL,
  trial INTEGER NOT NULL,
  parameter INTEGER NOT NULL,
  value REAL NOT NULL,
  PRIMARY KEY (run, trial, parameter),
  FOREIGN KEY (run, trial) REFERENCES trial ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE tally (
  run INTEGER NOT NULL,
  trial INTEGER NOT NULL,
  scenario INTEGER NOT NULL,
  arm INTEGER NOT NULL,
  segment INTEGER NOT NULL,
  -- one column per sum; scores in 1e-9 of an install or in sessions, money in units of the currency
  installs INTEGER NOT NULL CHECK (installs >= 0),
  trigger_reached INTEGER NOT NULL CHECK (trigger_reached BETWEEN 0 AND installs),
  prompted INTEGER NOT NULL CHECK (prompted BETWEEN 0 AND installs),
  prompted_first_session INTEGER NOT NULL CHECK (prompted_first_session BETWEEN 0 AND installs),
  alerts_shown INTEGER NOT NULL CHECK (alerts_shown >= 0),
  answered_allow INTEGER NOT NULL CHECK (answered_allow BETWEEN 0 AND prompted),
  answered_deny INTEGER NOT NULL CHECK (answered_deny BETWEEN 0 AND installs),
  requests INTEGER NOT NULL CHECK (requests >= 0),
  lost_not_active INTEGER NOT NULL CHECK (lost_not_active BETWEEN 0 AND requests),
  lost_behind_alert INTEGER NOT NULL CHECK (lost_behind_alert BETWEEN 0 AND requests),
  queued_requests INTEGER NOT NULL CHECK (queued_requests BETWEEN 0 AND requests),
  unanswered_alerts INTEGER NOT NULL CHECK (unanswered_alerts >= 0),
  pre_prompt_shows INTEGER NOT NULL CHECK (pre_prompt_shows >= 0),
  pre_prompt_continues INTEGER NOT NULL CHECK (pre_prompt_continues BETWEEN 0 AND pre_prompt_shows),
  sessions INTEGER NOT NULL CHECK (sessions BETWEEN 0 AND sessions_undisturbed),
  sessions_undisturbed INTEGER NOT NULL CHECK (sessions_undisturbed >= 0),
  authorized_sessions INTEGER NOT NULL CHECK (authorized_sessions BETWEEN 0 AND sessions),
  final_authorized INTEGER NOT NULL CHECK (final_authorized BETWEEN 0 AND installs),
  final_denied_by_answer INTEGER NOT NULL CHECK (final_denied_by_answer BETWEEN 0 AND installs),
  final_denied_by_device INTEGER NOT NULL CHECK (final_denied_by_device BETWEEN 0 AND installs),
  final_restricted INTEGER NOT NULL CHECK (final_restricted BETWEEN 0 AND installs),
  final_undetermined INTEGER NOT NULL CHECK (final_undetermined BETWEEN 0 AND installs),
  final_no_att INTEGER NOT NULL CHECK (final_no_att BETWEEN 0 AND installs),
  attributed INTEGER NOT NULL CHECK (attributed BETWEEN 0 AND installs),
  unreported INTEGER NOT NULL CHECK (unreported BETWEEN 0 AND installs),
  tracked_before_permission INTEGER NOT NULL CHECK (tracked_before_permission BETWEEN 0 AND installs),
  events_dropped INTEGER NOT NULL CHECK (events_dropped >= 0),
  personalizable INTEGER NOT NULL CHECK (personalizable BETWEEN 0 AND installs),
  authorized_score_nano INTEGER NOT NULL CHECK (authorized_score_nano >= 0),
  allowed_score_nano INTEGER NOT NULL CHECK (allowed_score_nano >= 0),
  attributed_score_nano INTEGER NOT NULL CHECK (attributed_score_nano >= 0),
  personalizable_score_nano INTEGER NOT NULL CHECK (personalizable_score_nano >= 0),
  sessions_squared REAL NOT NULL,
  authorized_sessions_squared REAL NOT NULL,
  sessions_lost_squared REAL NOT NULL,
  events_dropped_squared REAL NOT NULL,
  value REAL NOT NULL,
  value_squared REAL NOT NULL,
  sessions_score REAL NOT NULL,
  authorized_sessions_score REAL NOT NULL,
  value_score REAL NOT NULL,
  gained_over_baseline INTEGER NOT NULL CHECK (gained_over_baseline BETWEEN 0 AND installs),
  lost_to_baseline INTEGER NOT NULL CHECK (lost_to_baseline BETWEEN 0 AND installs),
  allowed_by_day TEXT NOT NULL CHECK (json_valid(allowed_by_day)), -- element d: first answers on day d
  denied_by_day TEXT NOT NULL CHECK (json_valid(denied_by_day)),
  allowed_score_by_day TEXT NOT NULL CHECK (json_valid(allowed_score_by_day)), -- 1e-9 of an install
  PRIMARY KEY (run, trial, scenario, arm, segment),
  CHECK (
    final_authorized + final_denied_by_answer + final_denied_by_device + final_restricted
      + final_undetermined + final_no_att = installs),
  FOREIGN KEY (run, trial) REFERENCES trial ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE study (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 10 AND id GLOB '[a-f]*' AND id NOT GLOB '*[^0-9a-f]*'),
  name TEXT UNIQUE,
  note TEXT,
  kind TEXT NOT NULL CHECK (kind IN ('plan', 'search', 'calibration', 'test')),
  experiment TEXT, -- NULL for a plan from rates alone
  run INTEGER REFERENCES run ON DELETE CASCADE,
  arguments TEXT NOT NULL CHECK (json_valid(arguments)), -- of the command that asked for it last, a list
  engine TEXT NOT NULL,
  content_key TEXT NOT NULL UNIQUE, -- the hash of what was asked
  created_at TEXT NOT NULL,
  document TEXT NOT NULL CHECK (document ->> '$.schema' IS NOT NULL), -- JSON that names its schema
  checksum INTEGER NOT NULL DEFAULT 0 -- of all other columns
) STRICT;

CREATE INDEX study_by_run ON study (run);

CREATE VIEW answer AS
-- What came out? Every metric with its simulation error and parameter uncertainty.
SELECT run.id AS run, run.experiment,
  run.description ->> ('$.scenarios[' || scenario.key || '].name') AS scenario,
  run.description ->> ('$.arms[' || arm.key || '].name') AS arm,
  json_array_length(run.description, '$.arms[' || arm.key || '].findings') = 0 AS allowed_by_apple,
  metric.key AS metric, metric.value ->> '$.mean' AS mean, metric.value ->> '$.mcse' AS mcse,
  metric.value ->> '$.sd' AS sd, metric.value ->> '$.uncertainty_interval_90[0]' AS low,
  metric.value ->> '$.uncertainty_interval_90[1]' AS high,
  ifnull(metric.value ->> '$.trials', 0) AS trials
FROM run, json_each(run.answer, '$.scenarios') AS scenario, json_each(scenario.value, '$.arms') AS arm,
  json_each(arm.value, '$.metrics') AS metric;

CREATE VIEW difference_to_baseline AS
-- What does an arm gain over the baseline, in the same trial? Means over trials.
SELECT DISTINCT run, scenario, arm, allowed_by_apple, count(*) OVER trials AS trials,
  avg(opt_in_per_install - at_baseline) OVER trials AS opt_in_per_install_difference,
  sum(gained_over_baseline) OVER trials AS gained_over_baseline,
  sum(lost_to_baseline) OVER trials AS lost_to_baseline
FROM (
  SELECT *, max(CASE WHEN is_baseline THEN opt_in_per_install END)
    OVER (PARTITION BY run, scenario, trial) AS at_baseline
  FROM (
    SELECT run.id AS run, tally.trial,
      run.description ->> ('$.scenarios[' || tally.scenario || '].name') AS scenario,
      run.description ->> ('$.arms[' || tally.arm || '].name') AS arm,
      json_array_length(run.description, '$.arms[' || tally.arm || '].findings') = 0 AS allowed_by_apple,
      tally.arm = run.description ->> '$.baseline' AS is_baseline,
      1e-9 * sum(tally.authorized_score_nano) / nullif(sum(tally.installs), 0) AS opt_in_per_install,
      sum(tally.gained_over_baseline) AS gained_over_baseline,
      sum(tally.lost_to_baseline) AS lost_to_baseline
    FROM run JOIN tally ON tally.run = run.key
    GROUP BY run.id, tally.trial, tally.scenario, tally.arm))
WHERE NOT is_baseline
WINDOW trials AS (PARTITION BY run, scenario, arm);

CREATE VIEW funnel_by_arm AS
-- Where are installs lost on the way to an opt-in? Totals over trials, each step per install.
SELECT run.id AS run, run.description ->> ('$.scenarios[' || tally.scenario || '].name') AS scenario,
  run.description ->> ('$.arms[' || tally.arm || '].name') AS arm, sum(tally.installs) AS installs,
  1.0 * sum(tally.trigger_reached) / nullif(sum(tally.installs), 0) AS trigger_reached_per_install,
  1.0 * sum(tally.prompted) / nullif(sum(tally.installs), 0) AS prompted_per_install,
  1.0 * sum(tally.answered_allow + tally.answered_deny) / nullif(sum(tally.installs), 0)
    AS answered_per_install,
  1.0 * sum(tally.answered_allow) / nullif(sum(tally.installs), 0) AS answered_allow_per_install,
  1.0 * sum(tally.final_authorized) / nullif(sum(tally.installs), 0) AS opt_in_per_install
FROM run JOIN tally ON tally.run = run.key
GROUP BY run.id, tally.scenario, tally.arm;
