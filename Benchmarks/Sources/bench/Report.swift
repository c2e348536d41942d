/// The figures as they are measured, one a line, and whether each held its floor.
struct Report {
  /// Whether a figure missed its floor.
  private(set) var missed = false

  /// Prints a figure.
  ///
  /// - Parameters:
  ///   - name: What was measured.
  ///   - figure: The figure with its unit.
  ///   - floor: The floor in words and whether the figure held it.
  mutating func line(_ name: String, _ figure: String, floor: (String, held: Bool)? = nil) {
    let margin = String(repeating: " ", count: max(1, 36 - name.count))
    var line = name + margin + figure
    if let floor {
      line += floor.held ? "  (floor: \(floor.0))" : "  MISSED (floor: \(floor.0))"
      if !floor.held { missed = true }
    }
    print(line)
  }
}
