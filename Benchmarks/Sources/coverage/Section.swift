import Inference

/// A table of one kind of method.
struct Section {
  /// What the numbers are held to.
  enum Unit {
    case coverage(ConfidenceLevel)
    case size(Double)

    /// Whether a worst case makes the method one not to be trusted.
    func fails(_ worst: Double) -> Bool {
      switch self {
      case .coverage(let level): worst < level.value - 0.05
      case .size(let alpha): worst > 1.5 * alpha
      }
    }

    var word: String {
      switch self {
      case .coverage: "coverage"
      case .size: "size"
      }
    }
  }

  let title: String
  let unit: Unit
  let rows: [(method: String, summaries: [CoverageSummary])]

  init(_ title: String, unit: Unit, rows: [(String, [CoverageSummary])]) {
    self.title = title
    self.unit = unit
    self.rows = rows.map { (method: $0.0, summaries: $0.1) }
  }

  var text: String {
    var lines = [
      "## \(title)", "",
      "| method | n | worst \(unit.word) | at p | mean | none |", "|---|---|---|---|---|---|",
    ]
    for (method, summaries) in rows {
      for summary in summaries {
        let missing = summary.mostMissing > 0 ? percent(summary.mostMissing) : ""
        lines.append(
          "| `\(method)` | \(Self.list(summary.sizes)) | \(percent(summary.worst)) | "
            + "\(Self.list(summary.worstAt)) | \(percent(summary.mean)) | \(missing) |")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// One line for each method and numbers of people with which it fails somewhere on the grid.
  var warnings: [String] {
    rows.flatMap { method, summaries in
      summaries.filter { unit.fails($0.worst) }.map {
        "- `\(method)`: \(unit.word) \(percent($0.worst)) with \(Self.list($0.sizes)) people at p = "
          + "\(Self.list($0.worstAt))."
      }
    }
  }

  /// At most three decimals, without the binary tail of a product.
  private static func list(_ values: [Double]) -> String {
    values.map { "\((1_000 * $0).rounded() / 1_000)" }.joined(separator: ", ")
  }

  private static func list(_ values: [Int]) -> String {
    values.map { "\($0)" }.joined(separator: ", ")
  }
}
