import ExperimentDesign

extension Pitfall {
  /// How results are counted.
  static let ofCounting: [Pitfall] = [
    Pitfall(
      "L16", "devices counted as denials", .error,
      why:
        "Restricted and switched-off devices can never be asked; among the denied, or among the prompted, they bias every rate.",
      fix: "Count them apart: final states denied_by_device and restricted.", rules: ["R147", "R6"],
      seenIn: .noFile),
    Pitfall(
      "L17", "an opt-in rate without its denominator", .error,
      why: "Per install, per prompted and per answered rank options differently.",
      fix: "Name the denominator every time, as the metrics here do.", rules: ["R146"],
      seenIn: .noFile),
  ]
}
