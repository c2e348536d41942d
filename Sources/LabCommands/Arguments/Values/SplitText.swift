import ArgumentParser

/// How the installs of a finished test were meant to be split, as somebody types it: `2,1` or `launch=2,later=1`.
struct SplitText {
  /// The text that was typed.
  private let text: String
  /// The name before each share; `nil` where shares stand alone.
  private let names: [String]?
  /// Installs of each option in any unit.
  private let shares: [Double]

  /// Reads it.
  ///
  /// - Throws: `ValidationError` for what is no split.
  init(_ text: String) throws {
    self.text = text
    guard text.contains("=") else {
      (names, shares) = (nil, try Self.shares(text))
      return
    }
    var (names, shares): ([String], [Double]) = ([], [])
    // A name may have commas and equals signs: what is read ends at a share.
    var rest = ""
    for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
      rest += rest.isEmpty ? String(piece) : ",\(piece)"
      guard let equals = rest.lastIndex(of: "="), let share = Double(rest[rest.index(after: equals)...])
      else {
        continue
      }
      guard share >= 1e-9, share <= 1e9, equals != rest.startIndex else { break }
      names.append(String(rest[..<equals].drop { $0 == " " }))
      shares.append(share)
      rest = ""
    }
    guard rest.isEmpty else {
      throw ValidationError(
        "'--allocation \(text)': expected shares from 1e-9 to 1e9, as in 2,1 or launch=2,later=1, found '\(rest)'."
      )
    }
    (self.names, self.shares) = (names, shares)
  }

  /// Shares that stand alone, as `2,1`.
  ///
  /// - Throws: `ValidationError` for what is no share.
  static func shares(_ text: String) throws -> [Double] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      guard let share = Double(part.trimmingPrefix(" ")), share >= 1e-9, share <= 1e9 else {
        throw ValidationError(
          "'--allocation \(text)': expected shares from 1e-9 to 1e9, as in 1,1, found '\(part)'.")
      }
      return share
    }
  }

  /// The shares in the order of the options of the data.
  ///
  /// - Throws: `ValidationError` where the names are not theirs.
  func shares(of options: [String]) throws -> [Double] {
    guard let names else { return shares }
    guard names.sorted() == options.sorted() else {
      throw ValidationError(
        "'--allocation \(text)' names \(names.joined(separator: ", ")), and the options of the data are "
          + "\(options.joined(separator: ", ")). Give each of them one share.")
    }
    return options.compactMap { option in names.firstIndex(of: option).map { shares[$0] } }
  }
}
