import ArgumentParser

/// How installs are split, as somebody types it: `2,1` or `launch=2,later=1`.
struct SplitText {
  /// The text that was typed.
  private let text: String
  /// The name before each share; `nil` where shares stand alone.
  private let names: [String]?
  /// Installs of each option in any unit.
  fileprivate let shares: [Double]

  /// Reads it; `nil` for what is no split.
  init?(_ text: String) {
    var (names, shares, rest) = ([String](), [Double](), text[...])
    // A name may have commas and equals signs: what is read ends at a share.
    while let piece = rest.prefixMatch(of: /(?: *(.+?)=)? *([0-9.eE+-]+)(?:,|$)/) {
      guard let share = Double(piece.output.2), 1e-9...1e9 ~= share else { return nil }
      if let name = piece.output.1 { names.append(String(name)) }
      shares.append(share)
      rest = rest[piece.range.upperBound...]
    }
    guard rest.isEmpty, !shares.isEmpty, names.isEmpty || names.count == shares.count else { return nil }
    (self.text, self.names, self.shares) = (text, names.isEmpty ? nil : names, shares)
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

extension ValueReader<SplitText> {
  /// The split of a test whose options the data name.
  static var split: Self {
    Self(expecting: "shares from 1e-9 to 1e9, as in 2,1 or launch=2,later=1") { SplitText($0) }
  }
}

extension ValueReader<[Double]> {
  /// The split of a test to come, the baseline first.
  static var shares: Self {
    Self(expecting: "a share from 1e-9 to 1e9 for the baseline and for each other option, as in 2,1,1") {
      text in
      text.contains("=") ? nil : SplitText(text).flatMap { $0.shares.count > 1 ? $0.shares : nil }
    }
  }
}
