/// The parts of a test within which arms are compared, because the split differs between them.
///
/// Raw values are their names in files.
public enum ComparedWithin: String, CaseIterable, Hashable, Sendable {
  case days
  case segments
  case releases
  case languages
  case releasesAndDays = "releases_and_days"
  case languagesAndDays = "languages_and_days"

  /// - Parameter isByDay: whether the split differs between days too.
  init(_ kind: ClusteredComparison.Kind, isByDay: Bool) {
    self =
      switch (kind, isByDay) {
      case (.release, false): .releases
      case (.release, true): .releasesAndDays
      case (.language, false): .languages
      case (.language, true): .languagesAndDays
      }
  }
}
