/// What version 8 adds: what two halves of a trial's installs tell of the noise in its scores.
///
/// Released text: never edit, append a version instead.
///
/// Trials that were stored before have none.
let schemaVersion8 = """
  -- A draw of the noise of each metric's score: the difference between the scores of installs of even and of odd
  -- number, times sqrt(n1 * n2) / (n1 + n2). Floating-point numbers of 32 bits, little-endian, infinite where a
  -- half has no score: by scenario and arm those of all segments together, then, where there are several,
  -- those of each; of each the metrics in their fixed order. NULL in trials stored before version 8.
  ALTER TABLE trial ADD COLUMN noise BLOB;

  """
