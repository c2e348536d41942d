public import ExperimentDesign

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

  /// Whether it is in a preset or a population in a file of its own.
  var isInPopulationFile: Bool { rank == Self.populationFile }
}

/// Problems as they are found; each is reported once, in the order of the text.
struct ProblemList {
  /// A place in the order of finding, for what is found later.
  struct Slot: Hashable, Sendable {
    fileprivate var position: Int
  }

  private struct Found {
    var point: SourcePoint
    var message: String
    var severity: Severity
    var caution: Caution?
    /// By what was found before, and at one slot what was found later first.
    var order: (position: Int, isOnTime: Int)
  }

  private var found: [Found] = []
  private var seen: Set<FileProblem> = []
  /// By the place of a mapping: keys that were meant by others in it, which were reported.
  private var misspelt: [SourcePoint: Set<String>] = [:]

  /// The place of what is found next.
  var slot: Slot { Slot(position: found.count) }

  /// Remembers that an unknown key, which was reported, probably means another.
  mutating func note(misspelt key: String, at mapping: SourcePoint) {
    misspelt[mapping, default: []].insert(key)
  }

  /// Whether a key that a mapping lacks was reported already, under the name that it has there.
  func isMisspelt(_ key: String, at mapping: SourcePoint) -> Bool {
    misspelt[mapping]?.contains(key) ?? false
  }

  mutating func error(_ point: SourcePoint, _ message: String, in slot: Slot? = nil) {
    add(point, message, .error, slot)
  }

  /// - Parameter caution: how an answer is to be read because of it.
  mutating func warning(
    _ point: SourcePoint, _ message: String, in slot: Slot? = nil, caution: Caution? = nil
  ) {
    add(point, message, .warning, slot, caution)
  }

  /// Adds the problems of another list behind these.
  mutating func append(_ others: ProblemList) {
    misspelt.merge(others.misspelt) { $0.union($1) }
    for other in others.found { add(other.point, other.message, other.severity, nil, other.caution) }
  }

  private mutating func add(
    _ point: SourcePoint, _ message: String, _ severity: Severity, _ slot: Slot?, _ caution: Caution? = nil
  ) {
    let problem = FileProblem(
      file: point.file, line: point.line, column: point.column, message: message, severity: severity,
      caution: caution)
    guard seen.insert(problem).inserted else { return }
    found.append(
      Found(
        point: point, message: message, severity: severity, caution: caution,
        order: slot.map { ($0.position, 0) } ?? (found.count, 1)))
  }

  var hasErrors: Bool { found.contains { $0.severity == .error } }

  /// In the order of the text; at one point, in the order found.
  func sorted(_ severity: Severity? = nil) -> [FileProblem] {
    found.enumerated()
      .filter { severity == nil || $0.element.severity == severity }
      .sorted { left, right in
        let a = left.element.point
        let b = right.element.point
        if (a.rank, a.line, a.column) != (b.rank, b.line, b.column) {
          return (a.rank, a.line, a.column) < (b.rank, b.line, b.column)
        }
        let (first, second) = (left.element.order, right.element.order)
        return (first.position, first.isOnTime, left.offset) < (
          second.position, second.isOnTime, right.offset
        )
      }
      .map {
        FileProblem(
          file: $0.element.point.file, line: $0.element.point.line, column: $0.element.point.column,
          message: $0.element.message, severity: $0.element.severity, caution: $0.element.caution)
      }
  }
}
