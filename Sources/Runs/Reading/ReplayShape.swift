import ExperimentDesign
public import ResultStore

/// Whether a stored run and the experiment its text is now have the same shape.
public enum ReplayShape {
  /// What a row of the one has no counterpart for in the other; empty where all has.
  public static func differences(stored: RunInputs, now: RunInputs) -> [String] {
    var differences: [String] = []
    func compare(_ what: String, _ old: [String], _ new: [String]) {
      guard old != new else { return }
      let gone = old.filter { !new.contains($0) }
      let added = new.filter { !old.contains($0) }
      let words =
        gone.map { "without \($0)" } + added.map { "with \($0)" }
        + (gone.isEmpty && added.isEmpty ? ["in another order"] : [])
      differences.append("\(what): now \(words.joined(separator: ", "))")
    }
    compare("arms", stored.arms.map(\.name), now.arms.map(\.name))
    compare("uncertain parameters", stored.drawnPlaces, now.drawnPlaces)
    compare("scenarios", stored.scenarios.map(\.name), now.scenarios.map(\.name))
    compare(
      "segments", stored.scenarios.flatMap { $0.segments.map(\.name) },
      now.scenarios.flatMap { $0.segments.map(\.name) })
    if stored.installs != now.installs { differences.append("installs: now \(now.installs)") }
    if Int(stored.horizonDays) != Int(now.horizonDays) {
      differences.append("horizon_days: now \(now.horizonDays)")
    }
    return differences
  }
}
