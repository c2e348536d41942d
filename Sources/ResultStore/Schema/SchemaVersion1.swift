/// The tables of version 1.
///
/// Released text: never edit, append a version instead.
/// Wholes are not stored beside their segments: they are the segments' sums,
/// but for the median, which has `trial_arm` to itself.
let schemaVersion1 = """
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
    design TEXT NOT NULL CHECK (design IN ('paired', 'split')),
    baseline TEXT NOT NULL,
    objective TEXT NOT NULL,
    engine TEXT NOT NULL,
    content_key TEXT NOT NULL, -- equal for runs that compute the same
    created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
    finished_at TEXT CHECK (finished_at GLOB '????-??-??T??:??:??.???Z'),
    seconds REAL NOT NULL DEFAULT 0 CHECK (seconds >= 0) -- spent simulating
  ) STRICT;
  CREATE INDEX run_by_content ON run (content_key);

  CREATE TABLE parameter (
    run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    ordinal INTEGER NOT NULL CHECK (ordinal >= 0), -- by place
    place TEXT NOT NULL,
    law TEXT NOT NULL,
    value REAL, -- NULL where it is drawn for each trial
    grade TEXT NOT NULL CHECK (grade IN ('measured', 'published', 'assumed')),
    source TEXT,
    date TEXT,
    denominator TEXT,
    PRIMARY KEY (run, ordinal),
    UNIQUE (run, place)
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
    weight REAL NOT NULL CHECK (weight >= 0),
    allowed_by_apple INTEGER NOT NULL CHECK (allowed_by_apple IN (0, 1)),
    findings TEXT NOT NULL CHECK (json_valid(findings)), -- [{"rule": …, "reason": …}]
    metrics TEXT NOT NULL CHECK (json_valid(metrics)), -- modelled ones, a list by scenario
    PRIMARY KEY (run, ordinal),
    UNIQUE (run, name),
    CHECK ((allowed_by_apple = 1) = (json_array_length(findings) = 0))
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE trial (
    run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    trial INTEGER NOT NULL CHECK (trial >= 0),
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
    value_nano INTEGER NOT NULL, -- 1e-9 of the currency unit
    sessions_squared INTEGER NOT NULL CHECK (sessions_squared >= 0),
    authorized_sessions_squared INTEGER NOT NULL CHECK (authorized_sessions_squared >= 0),
    sessions_lost_squared INTEGER NOT NULL CHECK (sessions_lost_squared >= 0),
    events_dropped_squared INTEGER NOT NULL CHECK (events_dropped_squared >= 0),
    value_micro_squared INTEGER NOT NULL CHECK (value_micro_squared >= 0),
    gained_over_baseline INTEGER NOT NULL CHECK (gained_over_baseline BETWEEN 0 AND installs),
    lost_to_baseline INTEGER NOT NULL CHECK (lost_to_baseline BETWEEN 0 AND installs),
    allowed_by_day TEXT NOT NULL CHECK (json_valid(allowed_by_day)), -- element d: first answers on day d
    denied_by_day TEXT NOT NULL CHECK (json_valid(denied_by_day)),
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
  """
