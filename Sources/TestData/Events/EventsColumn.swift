/// Columns of a table of event rows.
enum EventsColumn: String, CaseIterable {
  case installID = "install_id"
  case arm
  case installedAt = "installed_at"
  case promptedAt = "prompted_at"
  case decidedAt = "decided_at"
  case status, segment, release, language
  case retainedD1 = "retained_d1"
  case retainedD7 = "retained_d7"
  case value

  /// Those that a table is of no use without.
  static let required: [EventsColumn] = [.installID, .arm, .installedAt, .promptedAt, .decidedAt, .status]

  /// The same in a sentence.
  static var requiredNames: String {
    let names = required.map(\.rawValue)
    return "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
  }
}
