public import ExperimentDesign
import Rendering
public import TextFormats

/// What `check` writes where a file cannot be read, for programs that read its output and no messages.
public struct CheckFailure: Hashable, Sendable {
  /// One thing that keeps a file from being read.
  public struct Problem: Hashable, Sendable {
    /// Where; without a line where the file has none.
    public var location: FileLocation
    /// What was expected, what was found.
    public var message: String

    package init(location: FileLocation, message: String) {
      self.location = location
      self.message = message
    }
  }

  /// In the order of the files and their texts.
  public var problems: [Problem]
  /// What is doubtful in the experiment file and keeps nothing from being read, in the order of the text.
  public var warnings: [Problem]

  /// Problems and warnings already in their order.
  public init(_ problems: [Problem], warnings: [Problem] = []) {
    self.problems = problems
    self.warnings = warnings
  }

  /// All of them in the place of what a schema would have.
  ///
  /// - Parameter schema: name and version of the layout that was asked for.
  public func json(schema: String) -> JSONValue {
    .object([
      ("schema", .text(schema)),
      ("error", .text("The files cannot be checked; see problems.")),
      ("problems", list),
    ])
  }

  /// The problems alone, each with its location.
  var list: JSONValue { Self.list(problems) }

  /// The warnings alone, each with its location.
  var warningList: JSONValue { Self.list(warnings) }

  private static func list(_ problems: [Problem]) -> JSONValue {
    RecordTable(
      fields: RecordField.point.of { $0.location } + [.init(key: "message") { .text($0.message) }],
      rows: problems
    ).json
  }

  /// All of them as notifications of a run of SARIF 2.1.0 that failed (§3.20, §3.58).
  ///
  /// - Parameters:
  ///   - version: The tool's version.
  ///   - exitCode: What the process ends with.
  public func sarif(version: String, exitCode: Int) -> JSONValue {
    CheckSARIF.log(
      version: version, [("invocations", invocations(exitCode: exitCode)), ("results", .list([]))])
  }

  /// The one invocation of a run in which something could not be read, or was left out, which is no failure.
  func invocations(exitCode: Int, leftOut: [String] = []) -> JSONValue {
    let notifications =
      problems.map { Self.notification("error", $0) } + warnings.map { Self.notification("warning", $0) }
    let passedOver = leftOut.map { reason in
      JSONValue.object([
        ("level", .text("warning")), ("message", .object([("text", .text("Left out: \(reason)"))])),
      ])
    }
    let exit: [(key: String, value: JSONValue)] =
      problems.isEmpty ? [] : [("exitCode", .count(exitCode))]
    return .list([
      .object(
        [("executionSuccessful", .flag(problems.isEmpty))] + exit
          + [("toolExecutionNotifications", .list(notifications + passedOver))])
    ])
  }

  private static func notification(_ level: String, _ problem: Problem) -> JSONValue {
    .object([
      ("level", .text(level)), ("message", .object([("text", .text(problem.message))])),
      ("locations", .list([CheckSARIF.location(problem.location)])),
    ])
  }
}
