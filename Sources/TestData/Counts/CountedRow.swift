/// One row of a table of counts, checked; all counts are of the same installs.
public struct CountedRow: Sendable {
  /// The position of the arm.
  public var arm: Int
  /// What became of its installs by the day that counts.
  public var counts: OutcomeCounts
  /// Who had allowed by each day of the table.
  public var allowed: [Int]
  /// Who had denied by each day of the table; empty where it does not say.
  public var denied: [Int]
  /// How often a pre-prompt was shown and continued; `nil` where the row does not say.
  public var prePrompts: (shows: Int, continues: Int)?
  /// What its installs are of.
  var place = PartPlace()
  /// Where it stands, from 1.
  public var line: Int
}

/// The rows of a table of counts, and the columns that their answers are of.
struct CountedRows: Sendable {
  var rows: [CountedRow]
  var answers: AnswerColumns
  /// Which columns nothing is read from.
  var unused: [String]
}

/// What installs are of, as far as data say: the columns that a test has parts by.
///
/// Raw values are their names in files.
public enum PartColumn: String, CaseIterable, Encodable, Hashable, Sendable {
  case release, language, segment, day, week

  /// Those that arms can coincide with, where these were given out and not installs.
  public static let clusters: [PartColumn] = [.release, .language]

  /// `segments`, as keys and sentences have it.
  public var plural: String { rawValue + "s" }
}

/// The part that an install, or a row of counts, is of in each column, by its position.
public struct PartPlace: Hashable, Sendable {
  /// One more than each; 0 where the data do not say.
  private var numbers = SIMD8<UInt16>()

  init(parts: SIMD4<UInt16> = .zero) { numbers.lowHalf = parts }

  /// The numbers of the first four columns, which are all that an install keeps.
  var parts: SIMD4<UInt16> { numbers.lowHalf }

  /// The position of the part, days being in the order of their first rows, or dates in days since 1970; `nil` where the
  /// data do not say.
  public internal(set) subscript(column: PartColumn) -> Int? {
    get { self[column.number] }
    set { self[column.number] = newValue }
  }

  /// The age of an install at the as-of moment, in whole days of 24 hours; `nil` of counts.
  public internal(set) var age: Int? {
    get { self[7] }
    set { self[7] = newValue }
  }

  private subscript(number: Int) -> Int? {
    get { numbers[number] == 0 ? nil : Int(numbers[number]) - 1 }
    set { numbers[number] = newValue.map { UInt16(clamping: $0 + 1) } ?? 0 }
  }
}

extension PartColumn {
  fileprivate var number: Int {
    switch self {
    case .release: 0
    case .language: 1
    case .segment: 2
    case .day: 3
    case .week: 4
    }
  }
}
