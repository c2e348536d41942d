/// Event rows as `att-lab analyze` reads them: UTF-8, RFC 4180, one row per install.
public enum ExposureCSV {
  /// The header, with its line end.
  public static let header =
    "install_id,arm,installed_at,prompted_at,decided_at,status,segment,release,language\n"

  /// One install's row, with its line end.
  ///
  /// - Parameter installID: names the install in this table alone; take a value that is of no use
  ///   elsewhere, such as a number drawn for the purpose.
  public static func row(_ record: ExposureRecord, installID: String) -> String {
    [
      installID, record.arm, time(record.installedAt), record.promptedAt.map(time) ?? "",
      record.decidedAt.map(time) ?? "", word(record.status), record.segment, record.release, record.language,
    ].map(quoted).joined(separator: ",") + "\n"
  }

  /// The status in the table's words; one of a future system is restricted there, never a yes.
  static func word(_ status: AuthorizationStatus) -> String {
    switch status {
    case .notDetermined: "notDetermined"
    case .restricted, .unknown: "restricted"
    case .denied: "denied"
    case .authorized: "authorized"
    }
  }

  static func quoted(_ cell: String) -> String {
    guard cell.unicodeScalars.contains(where: { $0 == "," || $0 == "\"" || $0 == "\n" || $0 == "\r" }) else {
      return cell
    }
    return "\"" + cell.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }

  /// ISO 8601, UTC, to the second.
  ///
  /// Days to civil date after Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  static func time(_ seconds: Int64) -> String {
    let day = seconds >= 0 ? seconds / 86_400 : -((-seconds + 86_399) / 86_400)
    let second = seconds - day * 86_400
    let shifted = day + 719_468  // days since 0000-03-01
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return digits(year, 4) + "-" + digits(month, 2) + "-"
      + digits(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1, 2) + "T" + digits(second / 3600, 2) + ":"
      + digits(second / 60 % 60, 2) + ":" + digits(second % 60, 2) + "Z"
  }

  private static func digits(_ number: Int64, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
