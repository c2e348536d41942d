public import ExperimentDesign

/// Names for what a run computes, so that the same computation is found again.
///
/// A key depends on what the experiment means, the seed, the size and the engine, and on nothing
/// else: not on the time, the machine, the order of a dictionary, how the file was laid out and
/// commented, or what the code calls its types (see ``ExperimentDesign/CanonicalValue``).
public enum ContentKey {
  /// The key of an experiment under a seed and an engine: `2:` and 64 hexadecimal digits.
  ///
  /// The `2` is the form of what is hashed, so that a key says by which form it was made. Trials and
  /// installs are the experiment's own. Two experiments that mean the same have the same key however
  /// their files are written.
  public static func of(_ experiment: Experiment, seed: UInt64, engine: String) -> String {
    "2:" + of(parts: ["att-lab content 2", engine, String(seed), experiment.canonical.text])
  }

  /// Whether the key was made of the names of the code of its day, as the first form was.
  ///
  /// No later version can make such a key again, so it tells nothing of whether a text is still
  /// read as the same experiment.
  public static func isOfFirstForm(_ key: String) -> Bool { !key.contains(":") }

  /// The key of a plan, a search or a calibration, by what was asked for.
  ///
  /// - Parameter asked: in canonical JSON, all that the answer depends on but the engine.
  public static func of(study kind: StudyInputs.Kind, engine: String, asked: String) -> String {
    "2:" + of(parts: ["att-lab study 1", kind.rawValue, engine, asked])
  }

  /// The key of any list of texts; no other list has it.
  public static func of(parts: [String]) -> String {
    var bytes: [UInt8] = []
    for part in parts {
      // The length before each part keeps ["ab", "c"] apart from ["a", "bc"].
      bytes += Array("\(part.utf8.count):".utf8)
      bytes += Array(part.utf8)
    }
    return hexadecimal(SHA256.digest(of: bytes))
  }

  /// Digits of a run's id.
  static let idLength = 10

  /// The id of the run that is the `attempt`th of its content: ten hexadecimal digits, the first a letter.
  ///
  /// Programs that guess what a column holds read `0123456789` and `7e70558213` as numbers, and nothing that
  /// begins with a letter. Earlier versions left the first digit as it was: such an id stays with its run.
  static func runID(of contentKey: String, attempt: Int) -> String {
    let digits = of(parts: ["run", contentKey, String(attempt)]).prefix(idLength)
    guard let first = digits.first?.wholeNumberValue else { return String(digits) }
    let letters = Array("abcdef")
    return String(letters[first % letters.count]) + digits.dropFirst()
  }

  static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
