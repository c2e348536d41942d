extension StringProtocol {
  /// The text as a message shows it: at most 60 characters, since it may be as long as the file that it is from.
  public var cut: String { dropFirst(60).isEmpty ? String(self) : prefix(60) + "…" }

  /// The same in quotation marks.
  public var cited: String { "'\(cut)'" }
}

/// How many letters have to be added, taken out, written otherwise or moved to make one word of the other.
func editDistance(_ left: String, _ right: String) -> Int {
  let changes = Array(left.lowercased()).difference(from: Array(right.lowercased()))
  return max(changes.insertions.count, changes.removals.count)
}

/// The known word that was probably meant, if one is close enough to be worth saying.
///
/// The threshold, a third of the word, is a judgement: nearer and typing errors
/// go unanswered, wider and the suggestion becomes noise.
public func nearestWord(to word: String, among known: [String]) -> String? {
  // Distances of long words cost time and mean nothing.
  let longest = 40
  guard !word.isEmpty, word.utf8.count <= 4 * longest, word.count <= longest else { return nil }
  let limit = max(1, word.count / 3)
  let known = known.prefix(100).filter { $0.utf8.count <= 8 * longest }
  var best: (word: String, distance: Int)?
  for candidate in known where abs(candidate.count - word.count) <= limit {
    let distance = editDistance(word, candidate)
    if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  if let best { return best.word }
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
