public import Rendering

/// Explanations as a person reads them.
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

  /// The pages of the guide and every word that can be explained, each with its meaning in a few words.
  public static func list(pages: [(String, String)], _ style: ReviewStyle) -> String {
    ReviewDocument(
      [[.title("Pages of the guide"), .definitions(pages.map { ($0.0, $0.1) })]]
        + Explanation.Kind.allCases.compactMap { kind in
          let group = Explanation.all.filter { $0.kind == kind }
          guard !group.isEmpty else { return nil }
          return [.title(kind.plural), .definitions(group.map { ($0.name, $0.title) })]
        }
    ).text(style)
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
    case .learn: "Terms of calibrate and optimize"
    case .state: "Final states"
    case .exit: "Exit codes"
    case .output: "Keys and columns of outputs"
    case .option: "Options of the command line"
    }
  }
}
