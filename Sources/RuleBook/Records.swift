import EmbeddedFiles

/// A record of one of the book's files: a line of fields with bars between them, and the lines below it.
package struct Record: Hashable, Sendable {
  /// Without the blanks around the bars.
  let fields: [String]
  /// Those of a line that goes on over the next one joined.
  package let lines: [String]

  /// The records of a file, which empty lines keep apart; a line that begins with `#` says something of the file itself.
  package static func all(of name: String) -> [Record] {
    let text = String(cString: embeddedFile("rules/\(name).txt"))
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.map(Substring.init).filter { !$0.hasPrefix("#") }
      .split(whereSeparator: \.isEmpty).map { Record(Array($0)) }
  }

  private init(_ written: [Substring]) {
    fields = Record.parts(written[0], at: "|")
    lines = written.dropFirst().reduce(into: []) { lines, line in
      let isNext = line.hasPrefix("  ")
      lines.append((isNext ? lines.popLast() ?? "" : "") + line.dropFirst(isNext ? 1 : 0))
    }
  }

  /// What stands behind a key; `nil` where no line begins with it.
  subscript(key: String) -> String? {
    lines.first { $0.hasPrefix("\(key): ") }.map { String($0.dropFirst(key.count + 2)) }
  }

  package func field(_ position: Int) -> String { fields.dropFirst(position).first ?? "" }

  /// The parts of a text without the blanks around them, by bytes: the book is read at every start.
  package static func parts(_ text: some StringProtocol, at separator: Unicode.Scalar) -> [String] {
    Substring(text).utf8.split(separator: UInt8(ascii: separator)).map { part in
      var part = part.drop { $0 == UInt8(ascii: " ") }
      while part.last == UInt8(ascii: " ") { part = part.dropLast() }
      return String(Substring(part))
    }
  }
}

/// Words that texts are judged by, in lists under names (`Data/rules/words.txt`).
package enum WordList {
  private static let all = Dictionary(grouping: Record.all(of: "words")) { $0.fields[0] }
  private static let lists = all.mapValues { $0.flatMap(\.lines).flatMap(words(in:)) }
  private static let sets = lists.mapValues(Set.init)

  /// The words of a list, in their order; none where there is no such list.
  package static func words(_ name: String) -> [String] { lists[name] ?? [] }

  package static func has(_ name: String, _ word: String) -> Bool { sets[name]?.contains(word) ?? false }

  package static func words(in line: String) -> [String] { Record.parts(line, at: ",") }

  /// The first word of a button that asks for the permission itself (R82), or one of others that count too.
  package static func permissionWord(_ title: String, or others: [String] = []) -> String? {
    title.split { !$0.isLetter }.map(String.init).first { word in
      let word = word.lowercased()
      return others.contains(word) || word == "yes"
        || words("buttons that ask").contains(where: word.hasPrefix)
    }
  }

  /// The lists of a name, each with what it is of.
  package static func lists(_ name: String) -> [(of: String, lines: [String])] {
    all[name, default: []].map { ($0.fields.count > 1 ? $0.fields[1] : "", $0.lines) }
  }

  /// What each word of the lists of a name is of.
  package static func of(_ name: String) -> [String: [String]] {
    lists(name).reduce(into: [:]) { found, list in
      for word in list.lines.flatMap(words(in:)) { found[word, default: []].append(list.of) }
    }
  }
}
