public import Rendering
public import TextFormats

/// Explanations as a person and a program read them.
public enum ExplanationReview {
  /// One or several explanations in full.
  public static func text(_ explanations: [Explanation], _ style: ReviewStyle) -> String {
    ReviewDocument(
      explanations.map { explanation in
        [
          .title("\(explanation.name): \(explanation.title)"),
          .definitions(explanation.parts.map { ($0.label, $0.text) }),
        ]
      }
    ).text(style)
  }

  /// Every word that can be explained, with its meaning in a few words.
  public static func list(_ style: ReviewStyle) -> String {
    ReviewDocument(
      Explanation.Kind.allCases.compactMap { kind in
        let group = Explanation.all.filter { $0.kind == kind }
        guard !group.isEmpty else { return nil }
        return [.title(kind.plural), .definitions(group.map { ($0.name, $0.title) })]
      }
    ).text(style)
  }

  /// Explanations as JSON of the schema `att-lab/explain/1`.
  public static func json(_ explanations: [Explanation]) -> JSONValue {
    .object([
      ("schema", .text("att-lab/explain/1")),
      (
        "explanations",
        .list(
          explanations.map { explanation in
            .object(
              [
                ("name", .text(explanation.name)), ("kind", .text(explanation.kind.rawValue)),
                ("title", .text(explanation.title)),
              ]
                + explanation.parts.map {
                  (key: $0.label.lowercased().replacing(" ", with: "_"), value: JSONValue.text($0.text))
                })
          })
      ),
    ])
  }
}

extension Explanation.Kind {
  fileprivate var plural: String {
    switch self {
    case .answer: "Terms of the answer"
    case .key: "Keys of the experiment file"
    case .rule: "Rules of the platform, its reviewers and SDKs"
    case .pitfall: "Pitfalls"
    case .metric: "Metrics"
    case .estimate: "Numbers beside a metric"
    case .analysis: "Terms of analyze"
    case .plan: "Terms of plan"
    case .state: "Final states"
    case .exit: "Exit codes"
    }
  }
}
