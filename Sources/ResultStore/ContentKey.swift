public import ExperimentDesign

/// Names for what a run computes, so that the same computation is found again.
///
/// A key depends on the resolved experiment, the seed, the size and the engine,
/// and on nothing else: not on the time, the machine, the order of a dictionary,
/// or how the file was laid out and commented.
public enum ContentKey {
  /// The key of an experiment under a seed and an engine: 64 hexadecimal digits.
  ///
  /// Trials and installs are the experiment's own. Two experiments that mean the
  /// same have the same key however their files are written.
  public static func of(_ experiment: Experiment, seed: UInt64, engine: String) -> String {
    var unordered = experiment
    unordered.evidence = [:]
    unordered.seed = seed
    var parts = ["att-lab content 1", engine, String(reflecting: unordered)]
    for (place, evidence) in experiment.evidence.sorted(by: { $0.key < $1.key }) {
      parts += [place, String(reflecting: evidence)]
    }
    return of(parts: parts)
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

  /// The id of the run that is the `attempt`th of its content: ten hexadecimal digits, the first a letter.
  ///
  /// Programs that guess what a column holds read `0123456789` and `7e70558213` as numbers, and nothing that
  /// begins with a letter. Earlier versions left the first digit as it was: such an id stays with its run.
  static func runID(of contentKey: String, attempt: Int) -> String {
    let digits = of(parts: ["run", contentKey, String(attempt)]).prefix(10)
    guard let first = digits.first?.wholeNumberValue else { return String(digits) }
    let letters = Array("abcdef")
    return String(letters[first % letters.count]) + digits.dropFirst()
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
