import ExperimentDesign
import Rendering
import Simulation

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
    words = groups.map { review.words(of: $0[0]) }
  }

  var blocks: [ReviewDocument.Block] {
    let isSame = groups.count == 1 && groups[0].count > 1
    let names =
      groups.count > 1
      ? groups.map { $0.map { review.experiment.arms[$0.arm].name }.joined(separator: ", ") } : []
    return (isSame ? [.line("Under all options the life is the same:", .plain)] : [])
      + [.timeline(Timeline(names: names, rows: rows))]
  }

  // MARK: - Rows

  /// What happens at one instant, group by group; empty where nothing does.
  private struct Instant {
    var seconds: Double
    var cells: [[String]]

    /// What happens first, and the same, in all groups.
    var shared: ArraySlice<String> {
      var count = cells.map(\.count).min() ?? 0
      while count > 0, cells.contains(where: { $0[..<count] != cells[0][..<count] }) { count -= 1 }
      return cells.first?[..<count] ?? []
    }
  }

  private var rows: [Timeline.Row] {
    var rows: [Timeline.Row] = []
    var quiet: [Int] = []
    let divergence = review.trace.divergence
    let count = groups.map { $0[0].sessions.count }.max() ?? 0
    for session in 0..<count {
      if isQuiet(session), divergence?.session != session + 1 {
        quiet.append(session)
        continue
      }
      rows += passedOver(quiet) + played(session, divergence)
      quiet = []
    }
    return rows + passedOver(quiet)
  }

  /// Sessions in which nothing but use of the app happens, under any arm.
  private func passedOver(_ quiet: [Int]) -> [Timeline.Row] {
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
    return [.summary(text)]
  }

  private func played(_ session: Int, _ divergence: Divergence?) -> [Timeline.Row] {
    let days = review.trace.undisturbedDays
    var rows: [Timeline.Row] = [.heading("session \(session + 1), day \(day(days[session]))")]
    let gone = groups.indices.filter { groups[$0][0].sessions.count <= session }
    var marked = divergence?.session != session + 1 || groups.count < 2
    let isTogether = groups.count > 1 && gone.isEmpty
    for var instant in instants(of: session) {
      var time = "\(SupportedDigits.text(instant.seconds, decimals: 1)) s"
      let shared = isTogether ? instant.shared : []
      if !shared.isEmpty {
        rows.append(.shared(time: time, shared.joined(separator: "; ")))
        time = ""
        instant.cells = instant.cells.map { Array($0.dropFirst(shared.count)) }
      }
      guard instant.cells.contains(where: { !$0.isEmpty }) else { continue }
      if !marked, instant.seconds >= divergence?.seconds ?? 0 {
        rows.append(.mark("the options diverge here"))
        marked = true
      }
      rows.append(.courses(time: time, instant.cells))
    }
    return rows
  }

  /// The instants of a session in order, over all groups.
  private func instants(of session: Int) -> [Instant] {
    var entries = groups.indices.map { self.entries(of: session, group: $0)[...] }
    var instants: [Instant] = []
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
      instants.append(Instant(seconds: next, cells: cells))
    }
    return instants
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
        entries.append((moment.seconds, [counted(run)]))
        run = []
      } else {
        entries.append((moment.seconds, [words[group].words(moment.event)]))
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

  private func day(_ day: Double) -> String { day == 0 ? "0" : SupportedDigits.text(day, decimals: 2) }
}
