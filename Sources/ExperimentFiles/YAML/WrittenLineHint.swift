/// What to write in place of a line that a parser stopped at: quotes around a text, or a colon.
struct WrittenLineHint {
  /// The next step, in a sentence without its full stop.
  let words: String

  /// - Parameters:
  ///   - problem: what the parser says is wrong, and `context` what it was reading.
  ///   - line: 1-based, where it stopped, and `start` where what it was reading begins.
  init?(problem: String, context: String?, line: Int, at start: Int?, of lines: [String]) {
    func text(_ number: Int) -> String? { lines.indices.contains(number - 1) ? lines[number - 1] : nil }
    if context?.contains("quoted scalar") == true, let start {
      words = "The quote that opens in line \(start) is not closed: close it after the text"
      return
    }
    if problem.contains("could not find expected ':'"), let start, let fix = text(start).flatMap(Self.colon) {
      words = "Line \(start) has no colon: write \(fix)"
      return
    }
    // A line without a colon and the next one are read as one key.
    if problem.contains("mapping values are not allowed"), text(line).flatMap(Self.quoted) == nil,
      let fix = text(line - 1).flatMap(Self.colon)
    {
      words = "Line \(line - 1) has no colon: write \(fix)"
      return
    }
    guard let fix = [line, start].lazy.compactMap({ $0.flatMap(text).flatMap(Self.quoted) }).first else {
      return nil
    }
    words = "Put the text in quotes: \(fix)"
  }

  /// `key text` with the colon between them.
  private static func colon(_ line: String) -> String? {
    guard let match = line.wholeMatch(of: #/ *([a-z_0-9]+) +([^ #:{}\[\]][^#:]*?) *(?:#.*)?/#) else {
      return nil
    }
    return "\(match.output.1): \(match.output.2)"
  }

  /// The key of a line with its text in quotes, where the text has a sign that means something to YAML.
  private static func quoted(_ line: String) -> String? {
    if let match = line.wholeMatch(of: #/ *(?:- +)?([^\s:#'"{}\[\]-][^:#'"{}\[\]]*): +([^ ].*?) */#) {
      let (key, value) = (match.output.1, match.output.2)
      let isInFlow = value.hasPrefix("{") || value.hasPrefix("\"") || value.hasPrefix("'")
      let startsWithSign = ["@", "%", "`", "&", "*", "!"].contains { value.hasPrefix($0) }
      let hasColon = value.contains(": ") || value.hasSuffix(":")
      let isNoList = value.hasPrefix("[") && !value.hasSuffix("]")
      if !isInFlow, startsWithSign || hasColon || isNoList { return text(key, value) }
    }
    if let match = line.firstMatch(of: #/([A-Za-z_]+): ([A-Za-z][^,{}\[\]"']*: [^,{}\[\]"']*)[,}]/#) {
      return text(match.output.1, match.output.2)
    }
    return nil
  }

  private static func text(_ key: Substring, _ value: Substring) -> String {
    let isLong = value.count > 60
    let written = isLong ? "\(value.prefix(40))…" : String(value)
    return written.contains("\"")
      ? "\(key): '\(written.replacing("'", with: "''"))'" : "\(key): \"\(written)\""
  }
}
