import Foundation

/// A store of very many runs, copies of one, made with `sqlite3`.
struct ManyRuns {
  let command: Command
  let scratch: URL
  let count: Int

  /// Copies the one run of a store, with a trial of its own, its arms and its summaries: all that a
  /// list reads, at the size that such a run has.
  private var copying: String {
    """
    PRAGMA synchronous = OFF;
    BEGIN;
    INSERT INTO run (key, id, note, experiment, question, file_text, population_text, overrides, seed,
        trials, installs, horizon_days, design, baseline, objective, engine, content_key, created_at,
        finished_at, seconds)
      WITH RECURSIVE number(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM number WHERE n < \(count))
      SELECT n, printf('%010x', n * 7919), note, experiment, question, file_text, population_text,
        overrides, printf('%d', n), trials, installs, horizon_days, design, baseline, objective, engine,
        content_key || n, created_at, finished_at, seconds
      FROM number JOIN run ON run.key = 1;
    INSERT INTO scenario SELECT run.key, ordinal, scenario.name
      FROM run JOIN scenario ON scenario.run = 1 WHERE run.key > 1;
    INSERT INTO arm SELECT run.key, ordinal, arm.name, ask, pre_prompt, usage_string, weight,
        allowed_by_apple, findings, metrics
      FROM run JOIN arm ON arm.run = 1 WHERE run.key > 1;
    INSERT INTO trial (run, trial) SELECT run.key, trial FROM run JOIN trial ON trial.run = 1 WHERE run.key > 1;
    INSERT INTO summary SELECT run.key, scenario, arm, metric, mean, mcse, sd, summary.trials, low, high
      FROM run JOIN summary ON summary.run = 1 WHERE run.key > 1;
    COMMIT;
    """
  }

  /// Seconds that the list takes; `nil` where there is no `sqlite3` to make the store with.
  func listing() throws -> Double? {
    let store = scratch.appendingPathComponent("many.sqlite")
    let output = scratch.appendingPathComponent("many.txt")
    _ = try command.run(
      [
        "simulate", "Experiments/news-timing.yaml", "--trials", "40", "--installs", "50", "--quiet",
        "--db", store.path,
      ], output: output)
    let sqlite = Command(executable: "/usr/bin/sqlite3")
    guard (try? sqlite.run([store.path, copying], output: output)) != nil else { return nil }
    let goes = try (0..<3).map { _ in
      try command.run(["runs", "list", "--db", store.path], output: output).elapsed.seconds
    }
    return goes.min()
  }
}
