/// A word of a printed command that its reader replaces.
///
/// The error of a command that is run with such a word says what to write in its place.
public enum Placeholder: String, CaseIterable, Sendable {
  /// The rows of a test, one for each install.
  case rows = "rows.csv"
  /// The counts of a test that is to be analysed.
  case counts = "counts.csv"
  /// The data of a test that a file has learnt from.
  case test = "test.csv"
  /// The file of the experiment that a test belongs to.
  case experiment = "EXPERIMENT.yaml"
  /// The experiment's file as it was before a test.
  case before = "BEFORE.yaml"
  /// The day up to which rows are complete.
  case date = "DATE"
  /// The days of the looks before the last.
  case dates = "DATES"

  /// What to write in place of a word, as a sentence behind another; empty where the word is no placeholder.
  public static func sentence(for word: String) -> String {
    Placeholder(rawValue: word).map { " \($0.advice)." } ?? ""
  }

  /// What to write in its place, as a sentence without its stop.
  public var advice: String {
    switch self {
    case .rows: "\(rawValue) stands for the file of your test, a row per install. Name that file"
    case .counts: "\(rawValue) stands for the file of your test, a row per option. Name that file"
    case .test: "\(rawValue) stands for the file of your test. Name that file"
    case .experiment: "\(rawValue) stands for the file of your experiment. Name that file"
    case .before: "\(rawValue) stands for your experiment's file from before the test. Name that file"
    case .date: "\(rawValue) stands for the day up to which your rows are complete. Write that day"
    case .dates: "\(rawValue) stands for the days of the looks before the last. Write those days"
    }
  }
}
