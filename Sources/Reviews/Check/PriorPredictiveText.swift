public import Studies

/// What a file's assumptions imply, beside what has been published, before any ranking.
public struct PriorPredictiveText {
  /// What they imply.
  public var implied: PriorPredictive
  /// Width and colour.
  public var style: ReviewStyle

  /// A review spelled out.
  public init(_ implied: PriorPredictive, style: ReviewStyle) {
    self.implied = implied
    self.style = style
  }

  /// The whole text, with a line break at its end.
  public var text: String {
    var lines = [style.bold("What the file's assumptions imply (no ranking)")]
    if !implied.retention.isEmpty {
      for segment in implied.retention {
        lines += wrapped(
          "\(segment.segment): \(percent(segment.d1)) are back on day 1, \(percent(segment.d7)) on day 7.")
      }
      lines += wrapped(
        "Published: 27.3 % and 9.2 %, the median of over 300,000 US apps (MWM 2026; Data/benchmarks/retention.csv)."
      )
    }
    lines += table.lines(style)
    lines += wrapped(
      "The middle of \(PriorPredictive.trials) trials of \(PriorPredictive.installs) installs per arm, and what 90 of 100 lie between."
    )
    lines += wrapped(
      "Published: 31 % of new installers allow, of those who answered or had the switch off (AppsFlyer, May 2021, 51 million users; Data/benchmarks/opt_in.csv)."
    )
    for odds in implied.oddsRatios {
      lines += wrapped(
        "\(odds.place): an odds ratio of \(short(odds.ratio)) is about \(signed(odds.difference)) points at \(whole(odds.base))."
      )
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var table: TextTable {
    let headings = [["prompted", "per install"], ["opt in", "per install"], ["opt in", "per prompted"]]
    return TextTable(
      first: .init(
        heading: ["arm"], cells: implied.arms.map { "  " + TerminalText.safe($0.arm) }, isNumeric: false),
      columns: headings.indices.map { index in
        .init(
          heading: headings[index],
          cells: implied.arms.map { arm in
            arm.spreads[index].map { "\(percent($0.median)) [\(percent($0.low)), \(percent($0.high))]" }
              ?? "-"
          })
      })
  }

  private func wrapped(_ text: String) -> [String] {
    TerminalText.labelled("  ", TerminalText.safe(text), width: style.textWidth)
  }

  private func percent(_ share: Double) -> String {
    let tenths = Int((share * 1_000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }

  private func whole(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

  private func signed(_ share: Double) -> String {
    let points = Int((share * 100).rounded())
    return points > 0 ? "+\(points)" : "\(points)"
  }

  private func short(_ ratio: Double) -> String {
    let hundredths = Int((ratio * 100).rounded())
    let text = "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    return text.hasSuffix("0") ? String(text.dropLast()) : text
  }
}
