import ExperimentDesign
import TextFormats

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

  func problem(_ message: String) -> FileProblem {
    FileProblem(file: file, line: line, column: column, message: message)
  }
}

/// Problems as they are found; each is reported once, in the order of the text.
///
/// A class, since all who look at the parts of one file add to one list.
final class ProblemList {
  private var faults: [(point: SourcePoint, found: FileProblem)] = []
  private var doubts: [(point: SourcePoint, found: FileWarning)] = []
  private var seen: Set<FileWarning> = []
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

  func error(_ point: SourcePoint, _ message: String) {
    let problem = point.problem(message)
    if seen.insert(FileWarning(clause: problem)).inserted { faults.append((point, problem)) }
  }

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

  func warning(_ point: SourcePoint, _ message: String) {
    add(FileWarning(clause: point.problem(message)), at: point)
  }

  /// A warning that answers carry, too.
  ///
  /// - Parameters:
  ///   - clause: of an option what goes on from its name.
  ///   - goal: the one whose value tells whether it matters.
  func caution(_ point: SourcePoint, _ clause: String, option: String? = nil, goal: Metric? = nil) {
    let warning = FileWarning(
      clause: point.problem(clause), option: option, isOfAnswers: true, goal: goal)
    add(warning, at: point)
  }

  private func add(_ warning: FileWarning, at point: SourcePoint) {
    if seen.insert(warning).inserted { doubts.append((point, warning)) }
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

  var hasErrors: Bool { !faults.isEmpty }

  /// All that is wrong, to be thrown.
  var errors: FileProblems { FileProblems(Self.inOrder(faults)) }

  /// All that is doubtful.
  var warnings: [FileWarning] { Self.inOrder(doubts) }

  /// In the order of the text; at one point, in the order found.
  private static func inOrder<Found>(_ list: [(point: SourcePoint, found: Found)]) -> [Found] {
    list.enumerated().sorted { left, right in
      let (a, b) = (left.element.point, right.element.point)
      return (a.rank, a.line, a.column, left.offset) < (b.rank, b.line, b.column, right.offset)
    }.map(\.element.found)
  }
}
