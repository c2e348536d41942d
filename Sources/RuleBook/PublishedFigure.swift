import EmbeddedFiles
import TextFormats

/// A figure that somebody has published, as `Data/benchmarks` holds it.
///
/// The files are built into the program, so that what it says of a figure is what stands there.
public struct PublishedFigure: Hashable, Sendable {
  /// Its stable name: `mwm_2026_d1`.
  public let id: String
  /// What was counted, and where.
  public let what: String
  /// The figure in ``unit``; `nil` where the source gives only a range or a direction.
  public let value: Double?
  /// `share` (a fraction), `ratio of …`, a count, and so on.
  public let unit: String
  /// The range as the source gives it; one side alone means more than, or less than.
  public let low: Double?
  /// The range's upper end.
  public let high: Double?
  /// What the figure rests on, as the source says; may be empty.
  public let rests: String
  /// What it is a share of, or per.
  public let denominator: String
  /// When it was counted, as fine as known; may be empty.
  public let date: String
  /// A web address, or a citation where the page has none.
  public let source: String
  /// How good it is.
  public let grade: Grade
  /// Method, doubts, conflicts; begins with `secondhand` where another page reports the figure.
  public let note: String
  /// The file it stands in: `Data/benchmarks/retention.csv`.
  public let file: String

  /// How good a figure is.
  public enum Grade: String, CaseIterable, Hashable, Sendable {
    /// Stated in the source's own text, or attributed to it by another page.
    case published
    /// Stated without method, numbers or source.
    case vendorClaim = "vendor_claim"
    /// Arithmetic on figures of the other grades.
    case derived

    /// In words: `vendor's claim`.
    public var words: String {
      switch self {
      case .published: "published"
      case .vendorClaim: "vendor's claim"
      case .derived: "derived"
      }
    }
  }

  /// Every figure of the files that are built in, in their order.
  public static let all: [PublishedFigure] =
    ["retention", "opt_in", "askable"].flatMap(figures)

  /// The figure with a name.
  public static func named(_ id: String) -> PublishedFigure? { all.first { $0.id == id } }

  /// The figures of a file; rows that are no figure are left out.
  ///
  /// A test holds each built-in file to be a table whose every row is a figure.
  private static func figures(_ name: String) -> [PublishedFigure] {
    let text = String(cString: embeddedFile("benchmarks/\(name).csv"))
    guard let rows = try? RecordScanner.records(of: Array(text.utf8)) else {
      preconditionFailure("the built-in file '\(name)' is no table")
    }
    return rows.dropFirst().compactMap { PublishedFigure($0, file: "Data/benchmarks/\(name).csv") }
  }

  /// A row of twelve fields in the order of the files' header.
  init?(_ row: [String], file: String) {
    guard row.count == 12, let grade = Grade(rawValue: row[10]) else { return nil }
    id = row[0]
    what = row[1]
    value = Double(row[2])
    unit = row[3]
    low = Double(row[4])
    high = Double(row[5])
    rests = row[6]
    denominator = row[7]
    date = row[8]
    source = row[9]
    self.grade = grade
    note = row[11]
    self.file = file
  }
}
