/// A page of the guide by its sections.
struct GuideSections {
  /// The page's first line.
  let title: String
  /// Each section with its heading, without marks.
  private let sections: [(heading: String, text: String)]

  /// - Parameter text: of the page, in Markdown.
  init(_ text: String) {
    var title = ""
    var sections: [(heading: String, text: String)] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("## ") {
        sections.append((String(line.dropFirst(3).filter { $0 != "`" }), "\(line)\n"))
      } else if sections.isEmpty {
        if title.isEmpty { title = String(line) }
      } else {
        sections[sections.count - 1].text += "\(line)\n"
      }
    }
    self.title = title
    self.sections = sections
  }

  /// The headings, in the order of the page.
  var headings: [String] { sections.map(\.heading) }

  /// The title and the sections whose heading has a word in it; `nil` where none has.
  ///
  /// Where headings are paths of keys, those that end with the word come before those that only hold it.
  func text(about word: String) -> String? {
    let wanted = word.lowercased()
    let exact = sections.filter { section in
      section.heading.lowercased() == wanted || section.heading.lowercased().hasSuffix(".\(wanted)")
    }
    let found = exact.isEmpty ? sections.filter { $0.heading.lowercased().contains(wanted) } : exact
    return found.isEmpty ? nil : "\(title)\n\n" + found.map(\.text).joined(separator: "\n")
  }
}
