public import ExperimentDesign
import Foundation

/// Names for what a run computes, so that the same computation is found again.
///
/// A key depends on what the experiment means, the seed, the size and the engine, and on nothing
/// else: not on the time, the machine, the order of a dictionary, or how the file was laid out and
/// commented.
public enum ContentKey {
  /// The key of an experiment under a seed and an engine: 16 hexadecimal digits.
  ///
  /// Trials and installs are the experiment's own. Two experiments that mean the same have the same key however their
  /// files are written.
  public static func of(_ experiment: Experiment, seed: UInt64, engine: String) -> String {
    of(parts: ["run", engine, String(seed), meaning(of: experiment)])
  }

  /// The one text of experiments that mean the same: its JSON with sorted keys.
  private static func meaning(of experiment: Experiment) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(experiment) else {
      preconditionFailure("every number of an experiment is finite")
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// The key of a plan, a search, a calibration or a test, by what was asked for.
  ///
  /// - Parameter asked: in JSON, all that the answer depends on but the engine.
  public static func of(study kind: StudyInputs.Kind, engine: String, asked: String) -> String {
    of(parts: [kind.rawValue, engine, asked])
  }

  /// The key of any list of texts: the hash of all of them with their lengths, which keep ["ab", "c"] apart from
  /// ["a", "bc"].
  public static func of(parts: [String]) -> String {
    hashDigits(parts.flatMap { Array("\($0.utf8.count):\($0)".utf8) })
  }

  /// Digits of a run's id.
  static let idLength = 10

  /// The id of the run that is the `attempt`th of its content: ten hexadecimal digits, the first a letter.
  ///
  /// Programs that guess what a column holds read `0123456789` and `7e70558213` as numbers, and nothing that
  /// begins with a letter.
  static func runID(of contentKey: String, attempt: Int) -> String {
    // The last digits of the hash are those that every byte changes.
    let digits = of(parts: [contentKey, String(attempt)]).suffix(idLength)
    guard let first = digits.first?.wholeNumberValue else { return String(digits) }
    let letters = Array("abcdef")
    return String(letters[first % letters.count]) + digits.dropFirst()
  }
}
