import PromptFlow

/// How often something of an experiment's has to be done, in words for App Review.
struct CountedWord: Hashable {
  private let count: Int
  private let plain: String

  /// - Parameter names: The events' names as the file writes them: `article`, `add_to_cart`.
  init(count: Int, of kind: EventKind, _ names: [String]) {
    self.count = count
    let name = names.indices.contains(kind.rawValue) ? names[kind.rawValue] : "event"
    plain = name.map { $0 == "_" || $0 == "-" ? " " : String($0) }.joined()
  }

  /// `3 articles`; of names of several words, which have no plural of their own, `3 × add to cart`.
  var words: String {
    guard let plural else { return "\(count) × \(plain)" }
    return "\(count) \(count == 1 ? plain : plural)"
  }

  /// `finish 3 articles`, `do this 3 times: add to cart`.
  var command: String {
    guard plural == nil else { return "finish \(words)" }
    return "do this \(count == 1 ? "once" : "\(count) times"): \(plain)"
  }

  /// English, as most names of events are; `nil` of what is more than one word of letters.
  private var plural: String? {
    guard let last = plain.last, plain.allSatisfy(\.isLetter), plain.allSatisfy(\.isASCII) else { return nil }
    if last == "y", let before = plain.dropLast().last, !"aeiou".contains(before) {
      return plain.dropLast() + "ies"
    }
    let hisses = last == "s" || last == "x" || plain.hasSuffix("ch") || plain.hasSuffix("sh")
    return plain + (hisses ? "es" : "s")
  }
}
