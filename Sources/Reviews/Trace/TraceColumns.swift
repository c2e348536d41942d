import ExperimentDesign
import Rendering

/// A life in rows of time: what all arms share across the page, where they differ a column each.
///
/// Arms with the same life share a column. Runs of app events, and sessions in which nothing but use
/// of the app happens, are shown in one line; the JSON has every moment.
struct TraceColumns {
  private let review: TraceReview
  /// Arms by what the install does under them; the first of each group is shown.
  private let groups: [[ArmTrace]]
  private let words: [TraceEventWords]

  init(_ review: TraceReview) {
    self.review = review
    var groups: [[ArmTrace]] = []
    for arm in review.trace.arms {
      if let same = groups.firstIndex(where: { $0[0].isSameLife(as: arm) }) {
        groups[same].append(arm)
      } else {
        groups.append([arm])
      }
    }
    self.groups = groups
    words = groups.map {
      TraceEventWords(
        review.experiment, arm: $0[0].arm, scenario: review.trace.scenario,
        segment: review.trace.person.segment)
    }
  }

  private static let timeWidth = 10
  private static let narrowest = 30
  /// Where the output is no terminal.
  private static let defaultWidth = 120

  func lines(_ style: ReviewStyle) -> [String] {
    let room = max(style.width ?? Self.defaultWidth, Self.timeWidth + Self.narrowest) - Self.timeWidth
    let perPanel = max(1, min(groups.count, (room + 2) / (Self.narrowest + 2)))
    var lines: [String] = []
    var first = 0
    while first < groups.count {
      let shown = first..<min(groups.count, first + perPanel)
      if !lines.isEmpty { lines.append("") }
      lines += panel(shown, style, width: (room - 2 * (shown.count - 1)) / shown.count)
      first = shown.upperBound
    }
    return lines
  }

  // MARK: - Rows

  /// What happens at one instant, group by group; empty where nothing does.
  private struct Row {
    var seconds: Double
    var cells: [[String]]

    /// What happens first, and the same, in all groups.
    var shared: ArraySlice<String> {
      var count = cells.map(\.count).min() ?? 0
      while count > 0, cells.contains(where: { $0[..<count] != cells[0][..<count] }) { count -= 1 }
      return cells.first?[..<count] ?? []
    }
  }

  private func panel(_ shown: Range<Int>, _ style: ReviewStyle, width: Int) -> [String] {
    let blank = String(repeating: " ", count: Self.timeWidth)
    var lines: [String] = []
    if groups.count > 1 {
      let headings = shown.map { group in
        TerminalText.wrapped(
          groups[group].map { review.armName($0.arm) }.joined(separator: ", "), width: width
        ).map { TerminalText.shortened($0, width: width) }
      }
      lines += side(by: headings, width, first: blank).map(style.bold)
    } else if let only = groups.first, only.count > 1 {
      lines.append("Under all arms the life is the same:")
    }
    var quiet: [Int] = []
    let divergence = review.trace.divergence
    let count = groups.map { $0[0].sessions.count }.max() ?? 0
    for session in 0..<count {
      if isQuiet(session), divergence?.session != session + 1 {
        quiet.append(session)
        continue
      }
      lines += described(quiet, style)
      quiet = []
      lines += described(session, shown, width, style, divergence)
    }
    return lines + described(quiet, style)
  }

  /// Sessions in which nothing but use of the app happens, under any arm.
  private func described(_ quiet: [Int], _ style: ReviewStyle) -> [String] {
    guard let first = quiet.first, let last = quiet.last else { return [] }
    let days = review.trace.undisturbedDays
    let session =
      first == last
      ? "session \(first + 1), day \(day(days[first]))"
      : "sessions \(first + 1) to \(last + 1), days \(day(days[first])) to \(day(days[last]))"
    var text = "\(session): nothing but use of the app"
    // Undisturbed, all arms that come so far end alike.
    if last + 1 == days.count,
      let end = groups.compactMap({ $0[0].sessions.last }).max(by: { $0.number < $1.number })
    {
      text += "; " + TraceWords.end(end)
    }
    return TerminalText.wrapped(text, width: style.textWidth, indent: "  ").map(style.dim)
  }

  private func described(
    _ session: Int, _ shown: Range<Int>, _ width: Int, _ style: ReviewStyle, _ divergence: Divergence?
  ) -> [String] {
    let days = review.trace.undisturbedDays
    var lines = [style.bold("session \(session + 1), day \(day(days[session]))")]
    let gone = groups.indices.filter { groups[$0][0].sessions.count <= session }
    var marked = divergence?.session != session + 1 || groups.count < 2
    let isTogether = groups.count > 1 && gone.isEmpty
    for var row in rows(of: session) {
      var time = padded("\(SupportedDigits.text(row.seconds, decimals: 1)) s  ", Self.timeWidth)
      let shared = isTogether ? row.shared : []
      if !shared.isEmpty {
        let all = TerminalText.wrapped(
          "all: " + shared.joined(separator: "; "), width: width * shown.count + 2 * (shown.count - 1),
          indent: "  ")
        lines += side(by: [all], 0, first: time)
        time = String(repeating: " ", count: Self.timeWidth)
        row.cells = row.cells.map { Array($0.dropFirst(shared.count)) }
      }
      guard row.cells.contains(where: { !$0.isEmpty }) else { continue }
      if !marked, row.seconds >= divergence?.seconds ?? 0 {
        lines.append(
          style.dim(String(repeating: " ", count: Self.timeWidth) + "-- the options diverge here --"))
        marked = true
      }
      guard shown.contains(where: { !row.cells[$0].isEmpty }) else { continue }
      let cells = shown.map { group in
        row.cells[group].flatMap { TerminalText.wrapped($0, width: width, indent: "  ") }
      }
      lines += side(by: cells, width, first: time)
    }
    return lines
  }

  /// The instants of a session in order, over all groups.
  private func rows(of session: Int) -> [Row] {
    var entries = groups.indices.map { self.entries(of: session, group: $0)[...] }
    var rows: [Row] = []
    while let next = entries.compactMap({ $0.first?.seconds }).min() {
      var cells: [[String]] = []
      for group in entries.indices {
        var cell: [String] = []
        // Times that are equal on paper differ in their last bits once they were added up differently.
        while let entry = entries[group].first, entry.seconds - next < 1e-6 {
          cell += entry.words
          entries[group].removeFirst()
        }
        cells.append(cell)
      }
      rows.append(Row(seconds: next, cells: cells))
    }
    return rows
  }

  /// One arm's session, runs of events shown in one entry.
  private func entries(of session: Int, group: Int) -> [(seconds: Double, words: [String])] {
    let life = groups[group][0]
    guard session < life.sessions.count else {
      return session == life.sessions.count ? [(0, ["(gone)"])] : []
    }
    let played = life.sessions[session]
    var entries: [(seconds: Double, words: [String])] = []
    var run: [String] = []
    for (position, moment) in played.moments.enumerated() {
      if case .eventEnded(let kind, _) = moment.event {
        run.append(words[group].name(of: kind))
        let next = position + 1 < played.moments.count ? played.moments[position + 1] : nil
        if case .eventEnded = next?.event { continue }
        entries.append((moment.seconds, [TerminalText.safe(counted(run))]))
        run = []
      } else {
        entries.append((moment.seconds, [TerminalText.safe(words[group].words(moment.event))]))
      }
    }
    entries.append((played.seconds, [TraceWords.end(played)]))
    return entries
  }

  /// `article ends`, or `4 × article`.
  private func counted(_ run: [String]) -> String {
    guard run.count > 1 else { return "\(run[0]) ends" }
    var names: [String] = []
    for name in run where !names.contains(name) { names.append(name) }
    return names.map { name in "\(run.count { $0 == name }) × \(name)" }.joined(separator: ", ")
  }

  /// Whether nothing worth telling happens in a session, under any arm.
  private func isQuiet(_ session: Int) -> Bool {
    groups.allSatisfy { group in
      guard session < group[0].sessions.count else { return session > group[0].sessions.count }
      let played = group[0].sessions[session]
      return played.departure != .drivenAway
        && played.moments.allSatisfy {
          switch $0.event {
          case .activated(again: false), .eventEnded: true
          case _: false
          }
        }
    }
  }

  // MARK: - Layout

  private func day(_ day: Double) -> String { day == 0 ? "0" : SupportedDigits.text(day, decimals: 2) }

  private func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - TerminalText.width(text))) + text
  }

  /// Cells side by side, each in lines of its own.
  private func side(by cells: [[String]], _ width: Int, first: String) -> [String] {
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
