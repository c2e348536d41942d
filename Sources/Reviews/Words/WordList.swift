extension [String] {
  /// The words in a sentence: `a`, `a and b`, `a, b and c`; nothing of none.
  package var inProse: String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) and \(last)"
  }
}
