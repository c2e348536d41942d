/// Courses of events side by side, a column each, in rows of time.
package struct Timeline {
  /// What happens at one time, or what stands over it.
  package enum Row {
    /// Begins a part.
    case heading(String)
    /// What is passed over, in one sentence.
    case summary(String)
    /// The same in every course.
    case shared(time: String, String)
    /// A line between the times, over all courses.
    case mark(String)
    /// Course by course; empty where nothing happens in it.
    case courses(time: String, [[String]])
  }

  /// The name of each course; empty where there is one alone.
  package var names: [String]
  package var rows: [Row]

  package init(names: [String], rows: [Row]) {
    self.names = names
    self.rows = rows
  }

  private static let timeWidth = 10
  private static let narrowest = 30
  /// Where the output is no terminal.
  private static let defaultWidth = 120

  private static let blank = String(repeating: " ", count: timeWidth)

  /// As many courses beside each other as there is room for, the others below.
  package func lines(_ style: ReviewStyle) -> [String] {
    let room = max(style.width ?? Self.defaultWidth, Self.timeWidth + Self.narrowest) - Self.timeWidth
    let count = max(1, names.count)
    let perPanel = max(1, min(count, (room + 2) / (Self.narrowest + 2)))
    let panels = stride(from: 0, to: count, by: perPanel).map { first in
      let shown = first..<min(count, first + perPanel)
      return panel(shown, style, width: (room - 2 * (shown.count - 1)) / shown.count)
    }
    return Array(panels.joined(separator: [""]))
  }

  private func panel(_ shown: Range<Int>, _ style: ReviewStyle, width: Int) -> [String] {
    let names = names.isEmpty ? [] : self.names[shown].map { TerminalText.safe($0) }
    let headings = names.map { name in
      TerminalText.wrapped(name, width: width).map { TerminalText.shortened($0, width: width) }
    }
    return Self.side(by: headings, width, first: Self.blank).map(style.bold)
      + rows.flatMap { lines($0, shown, style, width: width) }
  }

  private func lines(_ row: Row, _ shown: Range<Int>, _ style: ReviewStyle, width: Int) -> [String] {
    switch row {
    case .heading(let text): return [style.bold(TerminalText.safe(text))]
    case .summary(let text):
      return TerminalText.wrapped(TerminalText.safe(text), width: style.textWidth, indent: "  ").map(
        style.dim)
    case .shared(let time, let text):
      let all = TerminalText.wrapped(
        "all: " + TerminalText.safe(text), width: width * shown.count + 2 * (shown.count - 1), indent: "  ")
      return Self.side(by: [all], 0, first: Self.padded(time))
    case .mark(let text): return [style.dim(Self.blank + "-- " + TerminalText.safe(text) + " --")]
    case .courses(let time, let courses):
      guard courses[shown].contains(where: { !$0.isEmpty }) else { return [] }
      let cells = courses[shown].map { events in
        events.flatMap { TerminalText.wrapped(TerminalText.safe($0), width: width, indent: "  ") }
      }
      return Self.side(by: cells, width, first: Self.padded(time))
    }
  }

  /// The time at the right of its column, which two spaces end.
  private static func padded(_ time: String) -> String {
    time.isEmpty
      ? blank : String(repeating: " ", count: max(0, timeWidth - 2 - TerminalText.width(time))) + time + "  "
  }

  /// Cells side by side, each in lines of its own.
  private static func side(by cells: [[String]], _ width: Int, first: String) -> [String] {
    let blank = String(repeating: " ", count: TerminalText.width(first))
    return (0..<(cells.map(\.count).max() ?? 0)).map { line in
      var text = line == 0 ? first : blank
      for (position, cell) in cells.enumerated() {
        let part = line < cell.count ? cell[line] : ""
        if position > 0 { text += "  " }
        text += part + String(repeating: " ", count: max(0, width - TerminalText.width(part)))
      }
      while text.hasSuffix(" ") { text.removeLast() }
      return text
    }
  }
}
