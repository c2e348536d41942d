public import ExperimentDesign

extension AppVolume {
  /// Installs in a day, of a year of 365.25 days; `nil` for fewer than 0.1, which no calendar of a test is for.
  public var installsPerDay: Double? {
    let pace = installsPerMonth * 12 * 7 / 365.25 / 7
    return pace >= 0.1 ? pace : nil
  }
}
