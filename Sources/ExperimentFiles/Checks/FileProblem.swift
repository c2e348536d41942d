public import ExperimentDesign
import TextFormats

/// One thing wrong, or doubtful, in an experiment file, and where it stands.
public struct FileProblem: Hashable, Sendable, CustomStringConvertible {
  /// The file as it was named, `preset news` for a built-in population, or `--set path`.
  public var file: String
  /// 1-based; 0 where the problem is not in a text, as in a setting.
  public var line: Int
  /// 1-based, in Unicode scalars; 0 where `line` is.
  public var column: Int
  /// What was expected, what was found, what is allowed, what to do next.
  public var message: String
  /// Errors keep the file from being used; nothing else does.
  public var severity: Severity
  /// How an answer is to be read because of it; `nil` where that does not change.
  public var caution: Caution?

  /// A problem at a location of a text; an error unless said otherwise.
  public init(
    file: String, line: Int, column: Int, message: String, severity: Severity = .error,
    caution: Caution? = nil
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
    self.severity = severity
    self.caution = caution
  }

  /// `file:line:column: message`, as compilers write it and editors read it.
  public var description: String {
    let location = line > 0 ? "\(file):\(line):\(column)" : file
    switch severity {
    case .error: return "\(location): \(message)"
    case .warning, .note: return "\(location): \(severity.rawValue): \(message)"
    }
  }
}

/// Everything that is wrong with an experiment file, together.
public struct FileProblems: Error, Hashable, Sendable, CustomStringConvertible {
  /// In the order of the text: the experiment, its population file, settings.
  public var problems: [FileProblem]

  /// Problems already in the order of the text.
  public init(problems: [FileProblem]) { self.problems = problems }

  /// One problem per line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// Where something stands in one of the texts that make up an experiment.
struct SourcePoint: Hashable, Sendable {
  var file: String
  /// Orders the texts: those that the experiment extends, the experiment, then its population, then settings.
  var rank: Int
  var line: Int
  var column: Int

  /// The rank of a text that the experiment extends; those below it have lower ones.
  static let firstExtended = -1
  /// The rank of a population that stands in a text of its own.
  static let populationFile = 1
  /// The rank of the first setting; texts have lower ones.
  static let firstSetting = 2
}

/// Problems as they are found; each is reported once, in the order of the text.
///
/// A class, since all who look at the parts of one file add to one list.
final class ProblemList {
  private var found: [(point: SourcePoint, problem: FileProblem)] = []
  private var seen: Set<FileProblem> = []
  /// By the place of a mapping: keys that were meant by others in it, which were reported.
  private var misspelt: [SourcePoint: Set<String>] = [:]

  /// Remembers that an unknown key, which was reported, probably means another.
  func note(misspelt key: String, at mapping: SourcePoint) {
    misspelt[mapping, default: []].insert(key)
  }

  /// Whether a key that a mapping lacks was reported already, under the name that it has there.
  func isMisspelt(_ key: String, at mapping: SourcePoint) -> Bool {
    misspelt[mapping]?.contains(key) ?? false
  }

  func error(_ point: SourcePoint, _ message: String) { add(point, message, .error) }

  /// Reports an error in place of what is missing because of it.
  func none<Value>(_ point: SourcePoint, _ message: String) -> Value? {
    error(point, message)
    return nil
  }

  /// Reports an error after which there is nothing to go on with, to be thrown.
  func unreadable(_ point: SourcePoint, _ message: String) -> UnreadableText {
    error(point, message)
    return UnreadableText()
  }

  /// - Parameter caution: how an answer is to be read because of it.
  func warning(_ point: SourcePoint, _ message: String, caution: Caution? = nil) {
    add(point, message, .warning, caution)
  }

  private func add(
    _ point: SourcePoint, _ message: String, _ severity: Severity, _ caution: Caution? = nil
  ) {
    let problem = FileProblem(
      file: point.file, line: point.line, column: point.column, message: message, severity: severity,
      caution: caution)
    if seen.insert(problem).inserted { found.append((point, problem)) }
  }

  /// The position of a name among those that the file gives; `nil` where it is none of them, which is reported.
  ///
  /// - Parameters:
  ///   - noun: what has such names.
  ///   - consequence: what follows where none has the name: `, so the option can never ask`.
  func position(
    of name: String, among known: [String], _ noun: String, at point: SourcePoint, consequence: String = ""
  ) -> Int? {
    if let found = known.firstIndex(of: name) { return found }
    error(
      point,
      "no \(noun) is called \(name.cited)\(consequence)." + suggestion(for: name, among: known, noun: "Given")
    )
    return nil
  }

  var hasErrors: Bool { found.contains { $0.problem.severity == .error } }

  /// In the order of the text; at one point, in the order found.
  func sorted(_ severity: Severity? = nil) -> [FileProblem] {
    found.enumerated()
      .filter { severity == nil || $0.element.problem.severity == severity }
      .sorted { left, right in
        let (a, b) = (left.element.point, right.element.point)
        return (a.rank, a.line, a.column, left.offset) < (b.rank, b.line, b.column, right.offset)
      }
      .map(\.element.problem)
  }

  /// All that is wrong, to be thrown.
  var errors: FileProblems { FileProblems(problems: sorted(.error)) }
}
