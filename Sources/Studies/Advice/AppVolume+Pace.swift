public import ExperimentDesign

extension AppVolume {
  /// Installs in a week, of a year of 365.25 days.
  public var installsPerWeek: Double { installsPerMonth * 12 * 7 / 365.25 }

  /// Installs in a day; `nil` for fewer than 0.1, which no calendar of a test is for.
  public var installsPerDay: Double? {
    let pace = installsPerWeek / 7
    return pace >= 0.1 ? pace : nil
  }
}
