CREATE TABLE run (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 10 AND id NOT GLOB '*[^0-9a-f]*'),
  name TEXT UNIQUE CHECK (name <> '' AND name <> 'last' AND name NOT GLOB 'last~*'),
  note TEXT,
  experiment TEXT NOT NULL,
  question TEXT,
  file_text TEXT NOT NULL, -- the whole experiment file
  population_text TEXT, -- the population file it names, where that is not a preset
  overrides TEXT NOT NULL CHECK (json_valid(overrides)), -- --set path=value, a list
  seed TEXT NOT NULL -- decimal; an unsigned 64-bit number does not fit INTEGER
    CHECK (length(seed) BETWEEN 1 AND 20 AND seed NOT GLOB '*[^0-9]*'),
  trials INTEGER NOT NULL CHECK (trials > 0), -- that make it complete
  installs INTEGER NOT NULL CHECK (installs > 0), -- per trial
  horizon_days REAL NOT NULL CHECK (horizon_days > 0),
  baseline TEXT NOT NULL,
  objective TEXT NOT NULL,
  engine TEXT NOT NULL,
  content_key TEXT NOT NULL, -- equal for runs that compute the same
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  finished_at TEXT CHECK (finished_at GLOB '????-??-??T??:??:??.???Z'),
  seconds REAL NOT NULL DEFAULT 0 CHECK (seconds >= 0), -- spent simulating
  sampling TEXT NOT NULL CHECK (sampling IN ('stratified', 'independent'))
) STRICT;

CREATE INDEX run_by_content ON run (content_key);

CREATE TABLE parameter (
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

CREATE TABLE scenario (
  run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  ordinal INTEGER NOT NULL CHECK (ordinal >= 0),
  name TEXT NOT NULL,
  PRIMARY KEY (run, ordinal),
  UNIQUE (run, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE segment (
  run INTEGER NOT NULL,
  scenario INTEGER NOT NULL,
  ordinal INTEGER NOT NULL CHECK (ordinal >= 0),
  name TEXT NOT NULL,
  share REAL NOT NULL CHECK (share BETWEEN 0 AND 1),
  PRIMARY KEY (run, scenario, ordinal),
  UNIQUE (run, scenario, name),
  FOREIGN KEY (run, scenario) REFERENCES scenario ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE arm (
  run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  ordinal INTEGER NOT NULL CHECK (ordinal >= 0),
  name TEXT NOT NULL,
  ask TEXT NOT NULL,
  pre_prompt TEXT,
  usage_string TEXT NOT NULL,
  allowed_by_apple INTEGER NOT NULL CHECK (allowed_by_apple IN (0, 1)),
  findings TEXT NOT NULL CHECK (json_valid(findings)), -- [{"rule": "R82", "word": …}]
  metrics TEXT NOT NULL CHECK (json_valid(metrics)), -- modelled ones, a list by scenario
  PRIMARY KEY (run, ordinal),
  UNIQUE (run, name),
  CHECK ((allowed_by_apple = 1) = (json_array_length(findings) = 0))
) STRICT, WITHOUT ROWID;

CREATE TABLE trial (
  run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  trial INTEGER NOT NULL CHECK (trial >= 0),
  checksum INTEGER NOT NULL, -- of its draws, tallies and medians, and of the noise
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
  FOREIGN KEY (run, trial) REFERENCES trial ON DELETE CASCADE,
  FOREIGN KEY (run, parameter) REFERENCES parameter ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE tally (
  run INTEGER NOT NULL,
  trial INTEGER NOT NULL,
  scenario INTEGER NOT NULL,
  arm INTEGER NOT NULL,
  segment INTEGER NOT NULL,
  installs INTEGER NOT NULL CHECK (installs >= 0),
  trigger_reached INTEGER NOT NULL CHECK (trigger_reached BETWEEN 0 AND installs),
  prompted INTEGER NOT NULL CHECK (prompted BETWEEN 0 AND installs),
  prompted_first_session INTEGER NOT NULL CHECK (prompted_first_session BETWEEN 0 AND prompted),
  alerts_shown INTEGER NOT NULL CHECK (alerts_shown >= 0),
  answered_allow INTEGER NOT NULL CHECK (answered_allow BETWEEN 0 AND installs),
  answered_deny INTEGER NOT NULL CHECK (answered_deny BETWEEN 0 AND installs),
  requests INTEGER NOT NULL CHECK (requests >= 0),
  lost_not_active INTEGER NOT NULL CHECK (lost_not_active BETWEEN 0 AND requests),
  lost_behind_alert INTEGER NOT NULL CHECK (lost_behind_alert BETWEEN 0 AND requests),
  queued_requests INTEGER NOT NULL CHECK (queued_requests BETWEEN 0 AND requests),
  unanswered_alerts INTEGER NOT NULL CHECK (unanswered_alerts >= 0),
  pre_prompt_shows INTEGER NOT NULL CHECK (pre_prompt_shows >= 0),
  pre_prompt_continues INTEGER NOT NULL CHECK (pre_prompt_continues BETWEEN 0 AND pre_prompt_shows),
  sessions INTEGER NOT NULL CHECK (sessions BETWEEN 0 AND sessions_undisturbed),
  sessions_undisturbed INTEGER NOT NULL,
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
  authorized_score_nano INTEGER NOT NULL, -- 1e-9 of an install, as all of these
  authorized_score_squared_nano INTEGER NOT NULL,
  authorized_score_difference_squared_nano INTEGER NOT NULL,
  allowed_score_nano INTEGER NOT NULL,
  allowed_score_squared_nano INTEGER NOT NULL,
  attributed_score_nano INTEGER NOT NULL,
  attributed_score_squared_nano INTEGER NOT NULL,
  personalizable_score_nano INTEGER NOT NULL,
  personalizable_score_squared_nano INTEGER NOT NULL,
  sessions_squared REAL NOT NULL CHECK (sessions_squared >= 0),
  authorized_sessions_squared REAL NOT NULL CHECK (authorized_sessions_squared >= 0),
  sessions_lost_squared REAL NOT NULL CHECK (sessions_lost_squared >= 0),
  events_dropped_squared REAL NOT NULL CHECK (events_dropped_squared >= 0),
  value REAL NOT NULL, -- in units of the currency, as all money
  value_squared REAL NOT NULL CHECK (value_squared >= 0),
  sessions_score REAL NOT NULL CHECK (sessions_score >= 0), -- sessions
  authorized_sessions_score REAL NOT NULL CHECK (authorized_sessions_score >= 0),
  authorized_sessions_score_squared REAL NOT NULL CHECK (authorized_sessions_score_squared >= 0),
  value_score REAL NOT NULL,
  value_score_squared REAL NOT NULL CHECK (value_score_squared >= 0),
  gained_over_baseline INTEGER NOT NULL CHECK (gained_over_baseline BETWEEN 0 AND installs),
  lost_to_baseline INTEGER NOT NULL CHECK (lost_to_baseline BETWEEN 0 AND installs),
  allowed_by_day TEXT NOT NULL CHECK (json_valid(allowed_by_day)), -- element d: first answers on day d
  denied_by_day TEXT NOT NULL CHECK (json_valid(denied_by_day)),
  allowed_score_by_day TEXT NOT NULL CHECK (json_valid(allowed_score_by_day)), -- 1e-9 of an install
  PRIMARY KEY (run, trial, scenario, arm, segment),
  CHECK (
    final_authorized + final_denied_by_answer + final_denied_by_device + final_restricted
      + final_undetermined + final_no_att = installs),
  FOREIGN KEY (run, trial) REFERENCES trial ON DELETE CASCADE,
  FOREIGN KEY (run, scenario, segment) REFERENCES segment ON DELETE CASCADE,
  FOREIGN KEY (run, arm) REFERENCES arm ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE trial_arm (
  run INTEGER NOT NULL,
  trial INTEGER NOT NULL,
  scenario INTEGER NOT NULL,
  arm INTEGER NOT NULL,
  median_days_to_decision REAL NOT NULL CHECK (median_days_to_decision >= 0),
  PRIMARY KEY (run, trial, scenario, arm),
  FOREIGN KEY (run, trial) REFERENCES trial ON DELETE CASCADE,
  FOREIGN KEY (run, scenario) REFERENCES scenario ON DELETE CASCADE,
  FOREIGN KEY (run, arm) REFERENCES arm ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE summary (
  run INTEGER NOT NULL,
  scenario INTEGER NOT NULL,
  arm INTEGER NOT NULL,
  metric TEXT NOT NULL,
  mean REAL,
  mcse REAL CHECK (mcse >= 0), -- simulation error of the mean
  sd REAL CHECK (sd >= 0), -- over trials
  trials INTEGER NOT NULL CHECK (trials >= 0), -- with a denominator
  low REAL, -- central 90 % over trials
  high REAL CHECK (high >= low),
  PRIMARY KEY (run, scenario, arm, metric),
  CHECK ((mean IS NULL) = (trials = 0)),
  FOREIGN KEY (run, scenario) REFERENCES scenario ON DELETE CASCADE,
  FOREIGN KEY (run, arm) REFERENCES arm ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE ranking (
  run INTEGER NOT NULL,
  scenario INTEGER NOT NULL,
  headline TEXT NOT NULL CHECK ( -- the kind of advice
    headline IN ('blocked', 'same_to_the_model', 'more_trials', 'choose', 'test')),
  best INTEGER, -- the arm that the advice names
  tied TEXT NOT NULL CHECK (json_valid(tied)), -- the arm that it is tested against, or those that are the same, a list
  PRIMARY KEY (run, scenario),
  FOREIGN KEY (run, scenario) REFERENCES scenario ON DELETE CASCADE,
  FOREIGN KEY (run, best) REFERENCES arm ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE stopping (
  run INTEGER PRIMARY KEY REFERENCES run ON DELETE CASCADE,
  goal REAL NOT NULL CHECK (goal > 0), -- the largest Monte Carlo error allowed, in units of the objective
  reached REAL CHECK (reached >= 0), -- NULL where the trials could not tell
  met INTEGER NOT NULL CHECK (met IN (0, 1))
) STRICT;

CREATE TABLE alternative_study (
  run INTEGER NOT NULL,
  includes_forbidden INTEGER NOT NULL CHECK (includes_forbidden IN (0, 1)), -- arms that Apple's rules forbid
  PRIMARY KEY (run, includes_forbidden),
  FOREIGN KEY (run) REFERENCES run ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE alternative_model (
  run INTEGER NOT NULL,
  includes_forbidden INTEGER NOT NULL,
  scenario INTEGER NOT NULL,
  model TEXT NOT NULL,
  winner INTEGER NOT NULL, -- the arm that is best as written
  outcome TEXT NOT NULL CHECK (outcome IN ('stands', 'falls', 'open')),
  best INTEGER NOT NULL, -- the arm that is best under the alternative model
  lead REAL, -- of best over winner, or over the next best where they are one, in units of the objective
  lead_mcse REAL CHECK (lead_mcse >= 0),
  means TEXT NOT NULL CHECK (json_valid(means)), -- of the objective by arm, a list; empty where not kept
  PRIMARY KEY (run, includes_forbidden, scenario, model),
  FOREIGN KEY (run, includes_forbidden) REFERENCES alternative_study ON DELETE CASCADE,
  FOREIGN KEY (run, scenario) REFERENCES scenario ON DELETE CASCADE,
  FOREIGN KEY (run, winner) REFERENCES arm ON DELETE CASCADE,
  FOREIGN KEY (run, best) REFERENCES arm ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

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

CREATE TABLE reviewer_visibility (
  run INTEGER NOT NULL,
  ordinal INTEGER NOT NULL CHECK (ordinal >= 0),
  arm INTEGER NOT NULL,
  scenario INTEGER, -- NULL where it is the same under all
  segment INTEGER CHECK (segment IS NULL OR scenario IS NOT NULL), -- NULL where it is the same for all
  visibility TEXT NOT NULL CHECK (visibility IN ('visible', 'needs_steps', 'not_visible')),
  after_seconds REAL CHECK (after_seconds >= 0),
  cause TEXT -- NULL where the alert is seen
    CHECK (cause IS NULL
      OR visibility = 'not_visible' AND cause IN ('not_active', 'behind_alert', 'unreached')),
  PRIMARY KEY (run, ordinal),
  CHECK ((after_seconds IS NULL) = (visibility = 'not_visible')),
  FOREIGN KEY (run) REFERENCES platform_check ON DELETE CASCADE,
  FOREIGN KEY (run, arm) REFERENCES arm ON DELETE CASCADE,
  FOREIGN KEY (run, scenario) REFERENCES scenario ON DELETE CASCADE,
  FOREIGN KEY (run, scenario, segment) REFERENCES segment ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

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

CREATE TABLE checksum (
  run INTEGER NOT NULL,
  part TEXT NOT NULL CHECK (part IN ('head', 'inputs', 'platform', 'answers', 'summary')),
  value INTEGER NOT NULL,
  PRIMARY KEY (run, part),
  FOREIGN KEY (run) REFERENCES run ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE VIEW run_status AS
-- What is in the store, and what is still to be computed?
SELECT run.id AS run, run.name, run.experiment, run.created_at,
  (SELECT count(*) FROM trial WHERE trial.run = run.key) AS trials_stored, run.trials,
  CASE WHEN (SELECT count(*) FROM trial WHERE trial.run = run.key) >= run.trials
    THEN 'complete' ELSE 'incomplete' END AS status
FROM run;

CREATE VIEW answer AS
-- What came out? Every metric with its simulation error and parameter uncertainty.
SELECT run.id AS run, run.experiment, scenario.name AS scenario, arm.name AS arm,
  arm.allowed_by_apple, summary.metric, summary.mean, summary.mcse, summary.sd,
  summary.low, summary.high, summary.trials
FROM run
JOIN summary ON summary.run = run.key
JOIN scenario ON scenario.run = run.key AND scenario.ordinal = summary.scenario
JOIN arm ON arm.run = run.key AND arm.ordinal = summary.arm;

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

CREATE VIEW opt_in_by_arm AS
-- Which arm opts in more? Means over trials; a trial without a denominator is left out.
SELECT DISTINCT run, scenario, arm, allowed_by_apple, count(*) OVER trials AS trials,
  avg(opt_in_per_install) OVER trials AS opt_in_per_install,
  avg(opt_in_per_prompted) OVER trials AS opt_in_per_prompted,
  avg(prompted_per_install) OVER trials AS prompted_per_install
FROM arm_by_trial
WINDOW trials AS (PARTITION BY run, scenario, arm);

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

CREATE VIEW assumptions AS
-- Which numbers has nobody measured or published?
SELECT run.id AS run, parameter.place, parameter.distribution, parameter.joint, parameter.member,
  parameter.value IS NULL AS drawn
FROM run JOIN parameter ON parameter.run = run.key WHERE parameter.grade = 'assumed';

CREATE VIEW draw_by_trial AS
-- Which numbers did each trial assume?
SELECT run.id AS run, draw.trial, parameter.place, draw.value
FROM run
JOIN draw ON draw.run = run.key
JOIN parameter ON parameter.run = run.key AND parameter.ordinal = draw.parameter;

CREATE VIEW size_by_run AS
-- Did each run that chose its own number of trials meet its goal? Without a goal the size was given.
SELECT run.id AS run, run.trials, stopping.goal, stopping.reached, stopping.met
FROM run LEFT JOIN stopping ON stopping.run = run.key;

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

CREATE VIEW findings_by_arm AS
-- Which findings has each arm? A row without an arm is of the whole file.
SELECT run.id AS run, arm.name AS arm, arm.allowed_by_apple, finding.severity, finding.pitfall,
  finding.rules, finding.forbids, finding.waived, finding.file, finding.line, finding.key
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
-- Will App Review see the prompt of each arm? Without scenario or segment it is the same for all.
SELECT run.id AS run, arm.name AS arm, scenario.name AS scenario, segment.name AS segment,
  seen.visibility, seen.after_seconds, seen.cause
FROM run
JOIN reviewer_visibility AS seen ON seen.run = run.key
JOIN arm ON arm.run = run.key AND arm.ordinal = seen.arm
LEFT JOIN scenario ON scenario.run = run.key AND scenario.ordinal = seen.scenario
LEFT JOIN segment ON segment.run = run.key AND segment.scenario = seen.scenario AND segment.ordinal = seen.segment;

CREATE VIEW studies_by_run AS
-- What was planned and searched with each run? Without a run it is what needs none.
SELECT run.id AS run, study.id AS study, study.kind, study.name, study.experiment, study.created_at
FROM study LEFT JOIN run ON run.key = study.run;
