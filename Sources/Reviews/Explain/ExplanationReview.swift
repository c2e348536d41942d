public import TextFormats

/// Explanations as a person and a program read them.
public enum ExplanationReview {
  /// One or several explanations in full.
  public static func text(_ explanations: [Explanation], _ style: ReviewStyle) -> String {
    explanations.map { text($0, style) }.joined(separator: "\n")
  }

  private static func text(_ explanation: Explanation, _ style: ReviewStyle) -> String {
    let labelWidth = (explanation.parts.map(\.label.count).max() ?? 0) + 2
    var lines = [style.bold("\(explanation.name): \(explanation.title)")]
    for part in explanation.parts {
      let label = part.label + String(repeating: " ", count: max(0, labelWidth - part.label.count))
      lines += TerminalText.wrapped(
        label + part.text, width: style.textWidth,
        indent: String(repeating: " ", count: labelWidth))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Every word that can be explained, with its meaning in a few words.
  public static func list(_ style: ReviewStyle) -> String {
    var lines: [String] = []
    for kind in Explanation.Kind.allCases {
      let group = Explanation.all.filter { $0.kind == kind }
      if !lines.isEmpty { lines.append("") }
      lines.append(style.bold(kind.plural))
      let width = (group.map(\.name.count).max() ?? 0) + 2
      for explanation in group {
        let name = explanation.name + String(repeating: " ", count: width - explanation.name.count)
        lines += TerminalText.wrapped(
          name + explanation.title, width: style.textWidth,
          indent: String(repeating: " ", count: width))
      }
    }
    return lines.joined(separator: "\n") + "\n"
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
    case .rule: "Rules of the platform, its reviewers and SDKs"
    case .pitfall: "Pitfalls"
    case .metric: "Metrics"
    case .estimate: "Numbers beside a metric"
    case .analysis: "What analyze says of a real test"
    case .state: "Final states"
    case .exit: "Exit codes"
    }
  }
}
