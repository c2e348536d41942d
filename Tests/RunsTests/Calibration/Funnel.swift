import TestData
import TextFormats

/// Counts as `calibrate` reads them; those that do not say so are by this day.
func funnel(_ text: String, day: Int = 7, file: String = "funnel.csv") throws -> FunnelTable {
  guard
    case .counts(let table) = try TestTable(
      reading: bytes(Array(text.utf8)), file: file, options: ReadingOptions())
  else { throw ReadingRefusal.eventsNeedAsOf }
  return try FunnelTable(table, day: day, file: file)
}
