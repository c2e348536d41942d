import EmbeddedFiles

/// An experiment that comes with the tool, to start from.
enum Preset: String, CaseIterable {
  case newsTiming = "news-timing"
  case prePromptOrNot = "pre-prompt-or-not"
  case usageStringVariants = "usage-string-variants"
  case pushCollision = "push-collision"
  case sdkTimeout = "sdk-timeout"
  case consentOrder = "consent-order"
  case shopFirstAddToCart = "shop-first-add-to-cart"
  case gameFirstLevel = "game-first-level"
  case newsByCountry = "news-by-country"

  /// The file, with its comments.
  var text: String { String(cString: embeddedFile("experiments/\(rawValue).yaml")) }

  /// The file as one to start from: without what was found with the numbers of the shipped one, which says
  /// nothing of another app.
  var starter: String {
    var isFinding = false
    var lines: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("# Found:") {
        isFinding = true
        if lines.last == "#" { lines.removeLast() }
      } else if line == "#" || !line.hasPrefix("#") {
        isFinding = false
      }
      if !isFinding { lines.append(line) }
    }
    return lines.joined(separator: "\n")
  }

  /// What it asks: its own `question`.
  var question: String {
    let key = "question: "
    let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
    return line.map { String($0.dropFirst(key.count)) } ?? ""
  }
}
