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
  if let longer = known.prefix(100).first(where: { $0.hasPrefix(word) && word.count >= 3 }) { return longer }
  let lowercased = word.lowercased()
  // A word within it: `after_onboarding`.
  let parts = lowercased.split { $0 == "_" || $0 == "-" || $0 == " " }.map(String.init)
  if let part = known.prefix(100).first(where: { $0.count > 3 && parts.contains($0) }) { return part }
  return otherWords[lowercased]?.first(where: known.contains)
}

/// What people call a key or a value before they have read its name.
private let otherWords: [String: [String]] = [
  "weight": ["share"], "percentage": ["share"], "proportion": ["share"],
  "text": ["body"], "message": ["body", "text"], "description": ["text", "body"], "label": ["button"],
  "immediately": ["launch"], "start": ["launch"], "open": ["launch"], "first_launch": ["launch"],
  "when": ["ask"], "moment": ["ask"], "event": ["after"], "times": ["count"], "nth": ["count"],
  "trigger": ["ask"], "delay": ["delay_seconds"],
  "screen": ["pre_prompt"], "primer": ["pre_prompt"], "string": ["usage_string"],
  "options": ["arms"], "variants": ["arms"], "strategies": ["arms"], "goal": ["objective"],
  "metric": ["objective"], "name": ["experiment"], "title": ["question"],
  "users": ["installs"], "iterations": ["trials"], "simulations": ["trials"], "days": ["horizon_days"],
  "money": ["value_per_install"], "revenue": ["value_per_install"], "ltv": ["value_per_install"],
  "day1": ["d1"], "day_1": ["d1"], "day7": ["d7"], "day_7": ["d7"], "day30": ["d30"], "day_30": ["d30"],
  "arpu": ["value_per_install"], "attribution": ["attributed_per_install"],
  "optin": ["opt_in_per_install"], "opt-in": ["opt_in_per_install"], "opt_in": ["opt_in_per_install"],
  "opt_in_rate": ["opt_in_per_install"], "sessions_lost": ["sessions_lost_per_install"],
  "warmth": ["cold_odds_ratio"], "warm_up": ["cold_odds_ratio"], "coldness": ["cold_odds_ratio"],
  "value": ["value_per_install"], "personalizable": ["personalizable_per_install"],
]

/// ` Did you mean 'x'?` and the allowed words, as the end of a message.
///
/// - Parameter adding: how to add the word to those that are known, in a sentence; said where none is near.
public func suggestion(
  for word: String, among known: [String], noun: String = "Allowed", adding: String? = nil
) -> String {
  var text = ""
  let nearest = nearestWord(to: word, among: known)
  if let nearest { text += " Did you mean '\(nearest)'?" }
  let shown = known.prefix(40).joined(separator: ", ")
  text += known.isEmpty ? " \(noun): none." : " \(noun): \(shown)" + (known.count > 40 ? ", …" : ".")
  return nearest == nil ? text + (adding.map { " \($0)" } ?? "") : text
}
