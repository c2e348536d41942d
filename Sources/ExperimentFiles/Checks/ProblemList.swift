import ExperimentDesign
import TextFormats

/// Where something stands in one of the texts that make up an experiment.
struct SourcePoint: Hashable, Comparable, Sendable {
  var file: String
  /// Orders the texts: those that the experiment extends, below 0, the experiment, 0, then its population, then settings.
  var rank: Int
  var line: Int
  var column: Int

  /// The rank of a population that stands in a text of its own.
  static let populationFile = 1
  /// The rank of the first setting; texts have lower ones.
  static let firstSetting = 2

  static func < (first: SourcePoint, second: SourcePoint) -> Bool {
    (first.rank, first.line, first.column) < (second.rank, second.line, second.column)
  }

  func problem(_ message: String) -> FileProblem {
    FileProblem(file: file, line: line, column: column, message: message)
  }
}

/// Problems as they are found; each is reported once, in the order of the text.
///
/// A class, since all who look at the parts of one file add to one list.
final class ProblemList {
  private var found: [(point: SourcePoint, what: FileWarning, isError: Bool)] = []
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
    add(FileWarning(clause: point.problem(message)), at: point, isError: true)
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
  /// - Parameter clause: of an option what goes on from its name.
  func caution(_ point: SourcePoint, _ clause: String, option: String? = nil) {
    add(FileWarning(clause: point.problem(clause), option: option, isOfAnswers: true), at: point)
  }

  private func add(_ what: FileWarning, at point: SourcePoint, isError: Bool = false) {
    if seen.insert(what).inserted { found.append((point, what, isError)) }
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

  var hasErrors: Bool { found.contains(where: \.isError) }

  /// All that is wrong, to be thrown.
  var errors: FileProblems { FileProblems(inOrder(isError: true).map(\.clause)) }

  /// All that is doubtful.
  var warnings: [FileWarning] { inOrder(isError: false) }

  /// In the order of the text; at one point, in the order found.
  private func inOrder(isError: Bool) -> [FileWarning] {
    found.enumerated().filter { $0.element.isError == isError }.sorted { left, right in
      (left.element.point, left.offset) < (right.element.point, right.offset)
    }.map(\.element.what)
  }
}

/// Where a fault of several values together is reported: at the one written last.
///
/// A value of a higher layer, and above all layers one set from outside, was
/// written over what stood there before; so it is the one that broke the rule.
///
/// - Parameters:
///   - values: The values involved; those left to their default are absent.
///   - section: Where the fault is, if none of them is written.
func faultLocation(of values: [LocatedNode?], in section: LocatedNode) -> SourcePoint {
  func order(_ node: LocatedNode) -> (Int, Int, Int, Int) {
    let setting = node.point.rank >= SourcePoint.firstSetting ? node.point.rank : 0
    return (setting, node.level, node.point.line, node.point.column)
  }
  return values.compactMap { $0 }.max { order($0) < order($1) }?.point ?? section.point
}
