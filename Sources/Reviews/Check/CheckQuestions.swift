public import PlatformChecks
public import Rendering
public import TextFormats

/// A list of points or questions with what the files say to each.
public struct CheckQuestions {
  private let title: String
  private let schema: String
  private let rows: [(head: String, outcome: String, text: String, isFailure: Bool)]

  /// A checklist.
  public init(_ list: Checklist) {
    title = "Checklist"
    schema = "att-lab/checklist/1"
    rows = list.items.map { ($0.task, $0.outcome.rawValue, $0.because, $0.outcome == .fail) }
  }

  /// Why no alert appears.
  public init(_ list: MissingPrompt) {
    title = "Why does no alert appear?"
    schema = "att-lab/why-no-prompt/1"
    rows = list.questions.map {
      let word =
        switch $0.outcome {
        case .cause: "yes"
        case .excluded: "no"
        case .unknown: "look"
        }
      return (
        $0.question, word, "\($0.answer) (\($0.rules.joined(separator: ", ")))", $0.outcome == .cause
      )
    }
  }

  /// As a person reads it.
  public func text(_ style: ReviewStyle) -> String {
    let width = rows.map(\.outcome.count).max() ?? 0
    let indent = String(repeating: " ", count: width + 4)
    let answers = rows.flatMap { row -> [ReviewDocument.Block] in
      let padding = String(repeating: " ", count: width - row.outcome.count)
      return [
        .labelled("  \(row.outcome)\(padding)  ", row.head, row.isFailure ? .warning : .plain),
        .labelled(indent, row.text, .plain),
      ]
    }
    return ReviewDocument([[.title(title)] + answers]).text(style)
  }

  /// As a program reads it.
  public var json: JSONValue {
    .object([
      ("schema", .text(schema)),
      (
        "rows",
        .list(
          rows.map {
            .object([("what", .text($0.head)), ("outcome", .text($0.outcome)), ("because", .text($0.text))])
          })
      ),
    ])
  }
}
