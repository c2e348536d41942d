import Foundation

/// What is said of shares of a whole where rounding keeps what is printed from adding to 100%.
enum RoundedShares {
  /// The sentence on a column of chances, of which exactly one comes true; `nil` where they add to 100%, about.
  ///
  /// - Parameter cells: as they are printed: `67%`, `0.5%`, `<0.1%`; what is no percentage has no share.
  static func sentence(column cells: [String]) -> String? {
    let shares = cells.compactMap(share)
    let sum = shares.reduce(0, +)
    guard shares.count > 1, abs(sum - 100) >= 0.95 else { return nil }
    // In few words: an answer has room for one line here.
    return "Chances: rounded."
  }

  private static func share(_ cell: String) -> Double? {
    guard cell.hasSuffix("%") else { return nil }
    return cell.hasPrefix("<") ? 0 : Double(cell.dropLast().drop { $0 == ">" })
  }
}
