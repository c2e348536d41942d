/// What version 4 adds: indexes that hold all that a list of runs shows.
///
/// Released text: never edit, append a version instead.
///
/// The texts of a run stand before most columns of its row, and a list would read past all of them;
/// so with an arm's findings and a run's other summaries.
let schemaVersion4 = """
  CREATE INDEX run_for_lists ON run (
    key, id, name, note, experiment, question, objective, seed, trials, installs, engine, created_at,
    finished_at, seconds
  );
  CREATE INDEX arm_for_lists ON arm (run, ordinal, name, allowed_by_apple);
  CREATE INDEX summary_by_metric ON summary (metric, run, scenario, arm, mean);

  """
