package import Rendering

/// Explanations as people and programs read them.
package struct ExplanationReview: Presentable {
  /// What is explained; none for a list of all that can be.
  private let found: [Explanation]
  /// The pages of the guide, where all is listed.
  private let pages: [(name: String, title: String)]

  /// One or several explanations in full.
  package init(_ found: [Explanation]) { (self.found, pages) = (found, []) }

  /// The pages of the guide and every word that can be explained, each with its meaning in a few words.
  package init(listing pages: [(name: String, title: String)]) { (found, self.pages) = ([], pages) }

  package var name: String { found.isEmpty ? "Words and pages" : found.map(\.name).joined(separator: ", ") }

  package func document(_ detail: Detail) -> ReviewDocument {
    guard found.isEmpty else {
      return ReviewDocument(
        found.map { explanation in
          [
            .title("\(explanation.name): \(explanation.title)"),
            .definitions(explanation.parts.map { ($0.label, "\($0.text)") }),
          ]
        })
    }
    return ReviewDocument(
      [[.title("Pages of the guide"), .definitions(pages.map { ($0.name, "\($0.title)") })]]
        + Explanation.Kind.allCases.compactMap { kind -> [ReviewDocument.Block]? in
          let group = Explanation.all.filter { $0.kind == kind }
          guard !group.isEmpty else { return nil }
          return [.title(kind.plural), .definitions(group.map { ($0.name, "\($0.title)") })]
        })
  }

  private var shown: [Explanation] { found.isEmpty ? Explanation.all : found }

  package func json() -> JSONValue {
    [
      "schema": "att-lab/explain/1",
      "pages": .list(pages.map { ["page": .text($0.name), "title": .text($0.title)] }),
      "words": .list(
        shown.map { explanation in
          .object(
            fields(explanation) + [("parts", .object(explanation.parts.map { ($0.label, .text($0.text)) }))])
        }),
    ]
  }

  package func csv() -> CSVDocument {
    CSVDocument(
      shown.flatMap { explanation in
        explanation.parts.map {
          fields(explanation) + [("part", .text($0.label)), ("text", .text($0.text))]
        }
      })
  }

  private func fields(_ explanation: Explanation) -> Fields {
    [
      ("word", .text(explanation.name)), ("kind", .text(explanation.kind.rawValue)),
      ("title", .text(explanation.title)),
    ]
  }
}

extension Explanation.Kind {
  fileprivate var plural: Phrase {
    switch self {
    case .answer: "Terms of the answer"
    case .key: "Keys of the experiment file"
    case .rule: "Rules of the platform, its reviewers and SDKs"
    case .pitfall: "Pitfalls"
    case .metric: "Metrics"
    case .estimate: "Numbers beside a metric"
    case .analysis: "Terms of analyze"
    case .plan: "Terms of plan"
    case .learn: "Terms of calibrate and optimize"
    case .state: "Final states"
    case .exit: "Exit codes"
    case .output: "Keys and columns of outputs"
    case .option: "Options of the command line"
    }
  }
}
