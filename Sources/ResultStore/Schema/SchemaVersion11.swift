/// What version 11 changes: it keeps how the uncertain inputs of a run's trials were drawn.
///
/// Released text: never edit, append a version instead.
///
/// Runs from before drew each trial apart from the others.
let schemaVersion11 = """
  ALTER TABLE run ADD COLUMN sampling TEXT NOT NULL DEFAULT 'independent'
    CHECK (sampling IN ('stratified', 'independent'));

  """
