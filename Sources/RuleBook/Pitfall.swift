public import ExperimentDesign

/// A mistake that experiments and apps make, by the tag that `check` reports it with.
public struct Pitfall: Hashable, Sendable {
  /// The tag, such as `L5`.
  public let tag: String
  /// The mistake in a few words.
  public let title: String
  /// What it costs where the case says nothing else.
  public let severity: Severity
  /// Everything it can cost, by the case, the worst first.
  public let severities: [Severity]
  /// Why it is a mistake.
  public let why: String
  /// What to do about it.
  public let fix: String
  /// The rules it breaks.
  public let rules: [String]
  /// The keys of an experiment, and the files of an app, that show it; where there are none only who knows the app can say.
  public let places: [String]
  /// What a shipped experiment shows of it, with the experiment's name; `nil` where none is about it.
  public let simulated: String?
  /// What is not looked at; `nil` where nothing is left out.
  public let limit: String?

  /// - Returns: `nil` for a record that is none.
  private init?(_ record: Record) {
    guard record.fields.count == 4, let why = record["why"], let fix = record["fix"] else { return nil }
    tag = record.fields[0]
    title = record.fields[1]
    let costs = record.list(at: 2).compactMap(Severity.init(rawValue:))
    severity = costs.first ?? .error
    severities = Severity.allCases.filter(costs.contains)
    rules = record.list(at: 3)
    self.why = why
    self.fix = fix
    places = ["experiment", "files"].flatMap { record[$0].map { Record.parts($0, at: ";") } ?? [] }
    simulated = record["simulated"]
    limit = record["limit"]
  }

  /// Where it can be seen, in words: `seen in arms.*.hook`, `ask the team`.
  public var seenIn: String { places.isEmpty ? "ask the team" : "seen in " + places.joined(separator: ", ") }

  /// Everything that is reported: the pitfalls, and R93, which stands outside their numbers.
  ///
  /// R93 is what the reviewer's session finds where none of the pitfalls is the cause.
  public static let reported = Record.all(of: "pitfalls").compactMap(Pitfall.init)

  /// Every pitfall, in the order of its number.
  public static let all = reported.filter { $0.tag.hasPrefix("L") }

  /// The pitfall with a tag; of the rules, R93 alone.
  public static func tagged(_ tag: String) -> Pitfall? { reported.first { $0.tag == tag } }
}
