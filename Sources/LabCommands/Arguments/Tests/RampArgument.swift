import ArgumentParser
import Inference

/// How installs are split while a test begins, as an argument: `10%x7,50%`.
struct RampArgument {
  /// Shares with their days.
  var ramp: TrafficRamp
  /// The share of the options other than the baseline after that; `nil` where another option says it.
  var last: Double?

  /// - Throws: `ValidationError` for anything but shares with days, the last of them perhaps without.
  init(text: String) throws {
    var steps: [TrafficRamp.Step] = []
    var last: Double?
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      let pieces = part.split(separator: "x", omittingEmptySubsequences: false)
      let share = pieces.first.flatMap { try? ShareText.readShare(String($0)) }
      switch (share, pieces.count) {
      case (let share?, 2):
        guard let days = Int(pieces[1]), (1...3650).contains(days) else { throw Self.problem(text, part) }
        steps.append(TrafficRamp.Step(share: share, days: days))
      case (let share?, 1) where index == parts.count - 1: last = share
      case _: throw Self.problem(text, part)
      }
    }
    guard !steps.isEmpty else { throw Self.problem(text, parts.first ?? "") }
    ramp = TrafficRamp(steps)
    self.last = last
  }

  private static func problem(_ text: String, _ part: Substring) -> ValidationError {
    ValidationError(
      "expected shares above 0 and below 1 with days from 1 to 3650, as 10%x7,25%x7, the last perhaps without days, found "
        + "'\(part)' in '\(text)'.")
  }

  /// The split that the test ends with, the baseline first; `nil` for what another option says.
  ///
  /// - Parameters:
  ///   - options: how many there are.
  ///   - split: what another option says.
  /// - Throws: `ValidationError` where both say it.
  func split(options: Int, _ split: [Double]?) throws -> [Double]? {
    guard let last else { return split }
    guard split == nil else {
      throw ValidationError(
        "The split that the test ends with is given twice, by '--allocation' and by the last share of '--ramp'. Leave out "
          + "'--allocation', or give that share its days.")
    }
    return [1 - last] + [Double](repeating: last / Double(options - 1), count: options - 1)
  }
}
