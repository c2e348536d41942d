/// What version 6 adds: sums of squares, of money and of scored sessions as wide as they get.
///
/// Released text: never edit, append a version instead.
///
/// They were whole numbers of 64 bits, which money in another currency and a million installs passed. A
/// sum that had reached their end says nothing of what it was: it is infinite, and read as unknown.
///
/// The table is made anew, because a column's type cannot be changed. Views name it and stay as they
/// are; the pragma keeps SQLite from looking into them while it has two names.
let schemaVersion6 = """
  CREATE TABLE tally_6 (
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

  INSERT INTO tally_6 (
    run, trial, scenario, arm, segment, installs, trigger_reached, prompted, prompted_first_session,
    alerts_shown, answered_allow, answered_deny, requests, lost_not_active, lost_behind_alert,
    queued_requests, unanswered_alerts, pre_prompt_shows, pre_prompt_continues, sessions,
    sessions_undisturbed, authorized_sessions, final_authorized, final_denied_by_answer,
    final_denied_by_device, final_restricted, final_undetermined, final_no_att, attributed,
    unreported, tracked_before_permission, events_dropped, personalizable, authorized_score_nano,
    authorized_score_squared_nano, authorized_score_difference_squared_nano, allowed_score_nano,
    allowed_score_squared_nano, attributed_score_nano, attributed_score_squared_nano,
    personalizable_score_nano, personalizable_score_squared_nano, sessions_squared,
    authorized_sessions_squared, sessions_lost_squared, events_dropped_squared, value, value_squared,
    sessions_score, authorized_sessions_score, authorized_sessions_score_squared, value_score,
    value_score_squared, gained_over_baseline, lost_to_baseline, allowed_by_day, denied_by_day,
    allowed_score_by_day)
  SELECT
    run, trial, scenario, arm, segment, installs, trigger_reached, prompted, prompted_first_session,
    alerts_shown, answered_allow, answered_deny, requests, lost_not_active, lost_behind_alert,
    queued_requests, unanswered_alerts, pre_prompt_shows, pre_prompt_continues, sessions,
    sessions_undisturbed, authorized_sessions, final_authorized, final_denied_by_answer,
    final_denied_by_device, final_restricted, final_undetermined, final_no_att, attributed,
    unreported, tracked_before_permission, events_dropped, personalizable, authorized_score_nano,
    authorized_score_squared_nano, authorized_score_difference_squared_nano, allowed_score_nano,
    allowed_score_squared_nano, attributed_score_nano, attributed_score_squared_nano,
    personalizable_score_nano, personalizable_score_squared_nano, sessions_squared,
    authorized_sessions_squared, sessions_lost_squared, events_dropped_squared,
    CASE WHEN value_nano BETWEEN -9223372036854775807 AND 9223372036854775806
      THEN value_nano / 1e9 ELSE 9e999 END,
    CASE WHEN value_micro_squared BETWEEN 0 AND 9223372036854775806
      THEN value_micro_squared / 1e12 ELSE 9e999 END,
    CASE WHEN sessions_score_micro BETWEEN 0 AND 9223372036854775806
      THEN sessions_score_micro / 1e6 ELSE 9e999 END,
    CASE WHEN authorized_sessions_score_micro BETWEEN 0 AND 9223372036854775806
      THEN authorized_sessions_score_micro / 1e6 ELSE 9e999 END,
    CASE WHEN authorized_sessions_score_squared_milli BETWEEN 0 AND 9223372036854775806
      THEN authorized_sessions_score_squared_milli / 1e3 ELSE 9e999 END,
    CASE WHEN value_score_nano BETWEEN -9223372036854775807 AND 9223372036854775806
      THEN value_score_nano / 1e9 ELSE 9e999 END,
    CASE WHEN value_score_micro_squared BETWEEN 0 AND 9223372036854775806
      THEN value_score_micro_squared / 1e12 ELSE 9e999 END,
    gained_over_baseline, lost_to_baseline, allowed_by_day, denied_by_day, allowed_score_by_day
  FROM tally;

  DROP TABLE tally;
  PRAGMA legacy_alter_table = ON;
  ALTER TABLE tally_6 RENAME TO tally;
  PRAGMA legacy_alter_table = OFF;
  """
