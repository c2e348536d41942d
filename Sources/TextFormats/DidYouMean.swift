extension StringProtocol {
  /// The text as a message shows it: at most 60 characters, since it may be as long as the file that it is from.
  public var cut: String { dropFirst(60).isEmpty ? String(self) : prefix(60) + "…" }

  /// The same in quotation marks.
  public var cited: String { "'\(cut)'" }
}

/// The known word that was probably meant, if one is close enough to be worth saying.
///
/// The threshold, a third of the word, is a judgement: nearer and typing errors
/// go unanswered, wider and the suggestion becomes noise.
public func nearestWord(to word: String, among known: [String]) -> String? {
  // Differences of long words cost time and mean nothing.
  guard (1...40).contains(word.prefix(41).count) else { return nil }
  let limit = max(1, word.count / 3)
  let letters = Array(word.lowercased())
  let near = known.prefix(100).filter { abs($0.count - word.count) <= limit }.map { known in
    // A letter that is written otherwise, or moved, is added here and taken out there.
    let changes = Array(known.lowercased()).difference(from: letters)
    return (word: known, distance: max(changes.insertions.count, changes.removals.count))
  }
  if let best = near.min(by: { $0.distance < $1.distance }), best.distance <= limit { return best.word }
  if let longer = known.first(where: { $0.hasPrefix(word) && word.count >= 3 }) { return longer }
  // A word within it: `after_onboarding`.
  let parts = word.lowercased().split { $0 == "_" || $0 == "-" || $0 == " " }.map(String.init)
  return known.first { $0.count > 3 && parts.contains($0) }
}

/// ` Did you mean 'x'?` and the allowed words, as the end of a message.
public func suggestion(for word: String, among known: [String], noun: String = "Allowed") -> String {
  let meant = nearestWord(to: word, among: known).map { " Did you mean '\($0)'?" } ?? ""
  let shown = known.prefix(40).map(\.cut).joined(separator: ", ")
  return meant + (known.isEmpty ? " \(noun): none." : " \(noun): \(shown)" + (known.count > 40 ? ", …" : "."))
}
