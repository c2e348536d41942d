import Rendering

/// One line about trials in hand, at most `width` columns.
public func progressLine(
  done: Int, trials: Int, livesPerSecond: Double, secondsLeft: Double, width: Int
) -> String {
  progressLine(
    "\(SupportedDigits.grouped(done)) of \(SupportedDigits.grouped(trials)) trials",
    livesPerSecond: livesPerSecond, secondsLeft: secondsLeft, width: width)
}

/// The same of points of a fit, of which it is not known how many there will be.
public func progressLine(
  done: Int, expectedPoints: Int, livesPerSecond: Double, secondsLeft: Double, width: Int
) -> String {
  progressLine(
    "\(SupportedDigits.grouped(done)) of about \(SupportedDigits.grouped(expectedPoints)) points",
    livesPerSecond: livesPerSecond, secondsLeft: secondsLeft, width: width)
}

/// One line about the simulations of alternative models and input settings, at most `width` columns.
///
/// - Parameters:
///   - most: how many there are at most.
///   - seconds: since the first began.
public func progressLine(judged done: Int, most: Int, seconds: Double, width: Int) -> String {
  let count =
    "\(SupportedDigits.grouped(done)) of at most \(SupportedDigits.grouped(most)) alternative models and settings"
  guard done > 0 else { return TerminalText.shortened(count, width: width - 1) }
  let left = duration(seconds / Double(done) * Double(most - done))
  return TerminalText.shortened("\(count) · at most \(left) left", width: width - 1)
}

/// One line about the simulated tests of a plan, at most `width` columns.
///
/// - Parameter seconds: since the first began.
public func progressLine(tests done: Int, of all: Int, seconds: Double, width: Int) -> String {
  let left = duration(seconds / Double(max(1, done)) * Double(all - done))
  return TerminalText.shortened(
    "\(SupportedDigits.grouped(done)) of \(SupportedDigits.grouped(all)) simulated tests · \(left) left",
    width: width - 1)
}

private func progressLine(
  _ done: String, livesPerSecond: Double, secondsLeft: Double, width: Int
) -> String {
  let parts = [
    done,
    "\(SupportedDigits.text(livesPerSecond / 1e6, decimals: 1)) M installs × options/s",
    "\(duration(secondsLeft)) left",
  ]
  var line = ""
  for part in parts {
    let longer = line.isEmpty ? part : line + " · " + part
    if TerminalText.width(longer) >= width { break }
    line = longer
  }
  return line
}

/// A time in words: `40 s`, `3 min`, `2 h 10 min`.
public func duration(_ seconds: Double) -> String {
  guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "unknown time" }
  if seconds < 1 { return "under 1 s" }
  if seconds < 90 { return "\(Int(seconds.rounded())) s" }
  let minutes = Int((seconds / 60).rounded())
  return minutes < 90 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
}
