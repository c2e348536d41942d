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
  guard !word.isEmpty, word.count <= 40 else { return nil }
  let limit = max(1, word.count / 3)
  var best: (word: String, distance: Int)?
  for candidate in known.prefix(100) where abs(candidate.count - word.count) <= limit {
    let distance = editDistance(word, candidate)
    if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  if let best { return best.word }
  return known.prefix(100).first { $0.hasPrefix(word) && word.count >= 3 }
}

/// ` Did you mean 'x'?` and the allowed words, as the end of a message.
public func suggestion(for word: String, among known: [String], noun: String = "Allowed") -> String {
  var text = ""
  if let nearest = nearestWord(to: word, among: known) { text += " Did you mean '\(nearest)'?" }
  if known.isEmpty { return text + " \(noun): none." }
  let shown = known.prefix(40).joined(separator: ", ")
  return text + " \(noun): \(shown)" + (known.count > 40 ? ", …" : ".")
}
