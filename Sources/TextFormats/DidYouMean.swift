extension StringProtocol {
  /// The text as a message shows it: at most 60 characters, since it may be as long as the file that it is from.
  public var cut: String { dropFirst(60).isEmpty ? String(self) : prefix(60) + "…" }

  /// The same in quotation marks.
  public var cited: String { "'\(cut)'" }
}

/// The edit distance of two words (insert, delete, replace, swap of neighbours).
func editDistance(_ left: String, _ right: String) -> Int {
  let a = Array(left.lowercased().unicodeScalars)
  let b = Array(right.lowercased().unicodeScalars)
  var beforePrevious: [Int] = []
  var previous = Array(0...b.count)
  for i in a.indices {
    var current = [i + 1] + Array(repeating: 0, count: b.count)
    for j in b.indices {
      let substitution = previous[j] + (a[i] == b[j] ? 0 : 1)
      current[j + 1] = min(previous[j + 1] + 1, current[j] + 1, substitution)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        current[j + 1] = min(current[j + 1], beforePrevious[j - 1] + 1)
      }
    }
    beforePrevious = previous
    previous = current
  }
  return previous[b.count]
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
