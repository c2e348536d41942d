/// Intervals to scale, drawn with characters, one row per option.
struct IntervalPlot {
  /// In the unit that is shown; `nil` where nothing is known.
  var rows: [Quantity?]
  /// Columns of the plot.
  var width: Int

  /// Fewer columns show nothing.
  static let narrowest = 16
  /// More columns than are of use.
  static let widest = 30

  /// The values at the two ends, with zero between them.
  private var ends: (low: Double, high: Double) {
    let known = rows.compactMap { $0 }
    let values = [0] + known.map(\.value) + known.compactMap(\.range).flatMap { [$0.lower, $0.upper] }
    let low = max(values.min() ?? 0, cut ?? -.infinity)
    let high = values.max() ?? 0
    return high > low ? (low, high) : (low - 1, high + 1)
  }

  /// Where the axis is cut below, so that one row far behind all others does not crush them; `nil` for nowhere.
  private var cut: Double? {
    let lows = rows.compactMap { $0.map { min($0.range?.lower ?? $0.value, $0.value) } }.filter { $0 < 0 }
      .sorted()
    return lows.count > 2 && lows[0] < 2 * lows[1] ? 1.25 * lows[1] : nil
  }

  private func column(_ value: Double) -> Int {
    let (low, high) = ends
    return Int(((max(low, value) - low) / (high - low) * Double(width - 1)).rounded())
  }

  /// The scale above the rows: both ends and zero.
  var heading: String {
    let (low, high) = ends
    var line = [Character](repeating: " ", count: width)
    func put(_ text: String, at position: Int) {
      let start = max(0, min(width - text.count, position - text.count / 2))
      let room = max(0, start - 1)..<min(width, start + text.count + 1)
      guard line[room].allSatisfy({ $0 == " " }) else { return }
      for (offset, character) in text.enumerated() { line[start + offset] = character }
    }
    put("0", at: column(0))
    for value in [low, high] where value != 0 { put(label(value), at: column(value)) }
    return String(line)
  }

  private func label(_ value: Double) -> String {
    let largest = max(abs(ends.low), abs(ends.high))
    let decimals = largest >= 10 ? 0 : largest >= 1 ? 1 : 2
    return largest < 0.01 || largest >= 1e6
      ? SupportedDigits.number(value, error: largest / 20, signed: true)
      : SupportedDigits.text(value, decimals: decimals, signed: true)
  }

  /// The rows, drawn with lines.
  var lines: [String] {
    let zero = column(0)
    return rows.map { row in
      var line = [Character](repeating: " ", count: width)
      line[zero] = "│"
      guard let row else { return String(line) }
      if let (lower, upper) = row.range {
        let first = column(lower)
        let last = column(upper)
        for position in first...max(first, last) { line[position] = position == zero ? "┼" : "─" }
        if first != zero { line[first] = lower < ends.low ? "◄" : "├" }
        if last != zero { line[last] = "┤" }
      }
      line[column(row.value)] = row.value < ends.low ? "◄" : "●"
      return String(line)
    }
  }
}
