import Rendering

/// A plan, a search or a calibration as one HTML file: what the terminal shows.
struct StudyPage {
  var title: String
  /// What it is of: its id, its experiment, its time.
  var kicker: String
  /// What the terminal shows.
  var document: ReviewDocument
  /// What to do first where what the terminal shows has no next steps; `nil` for nothing.
  var otherStep: ReviewDocument.Step?
  /// The command that made it, as it is typed.
  var command: String
  /// What made the page, in words.
  var maker: String

  func html() throws -> String {
    var sections: [HTMLPage.Section] = []
    for (number, blocks) in document.sections.enumerated() {
      let section = Self.section(blocks, number: number + 1)
      // What has no heading belongs to what stands above it.
      if section.title.isEmpty, !sections.isEmpty {
        sections[sections.count - 1].blocks += section.blocks
      } else {
        sections.append(section)
      }
    }
    if let step, !sections.isEmpty { sections[0].blocks.append(.decision(step)) }
    sections.append(
      HTMLPage.Section(
        id: "reproduce", title: "Reproduce it", level: 2, blocks: [.text(Phrase.name(command))]))
    return try HTMLPage(
      title: title, kicker: kicker, contents: [],
      parts: [HTMLPage.Part(id: "study", heading: nil, isFirst: true, sections: sections)],
      footer: "Made by \(maker). Every number depends on what is assumed."
    ).html()
  }

  /// The first of the next steps with its command, which the first screen has too; `nil` without any.
  private var step: [ReviewDocument.Fact]? {
    let steps = document.sections.joined().flatMap { block -> [ReviewDocument.Step] in
      if case .steps(let steps) = block { steps } else { [] }
    }
    return (steps.first ?? otherStep).map(\.facts)
  }

  /// A section under its own heading, or under the caption of the table that it is.
  private static func section(_ blocks: [ReviewDocument.Block], number: Int) -> HTMLPage.Section {
    var title = ""
    var shown: [ReviewDocument.Block] = []
    var items: [String] = []
    func end() {
      if !items.isEmpty { shown.append(.list(items)) }
      items = []
    }
    for block in blocks {
      if case .paragraph(let text, .plain, _) = block, text.hasPrefix("- ") {
        items.append(String(text.dropFirst(2)))
        continue
      }
      end()
      switch block {
      case .heading(let text, _) where title.isEmpty: title = text
      case .table(var table) where title.isEmpty:
        title = table.caption?.text ?? ""
        table.caption = nil
        shown.append(.table(table))
      default: shown.append(block)
      }
    }
    end()
    return HTMLPage.Section(id: "part-\(number)", title: title, level: 2, blocks: shown)
  }
}

extension ReviewDocument.Step {
  /// The step and its command, in the box that is read first.
  var facts: [ReviewDocument.Fact] {
    let stop = text.hasSuffix(".") ? "" : "."
    return [
      ReviewDocument.Fact(label: "Next step", text: "\(title)\(continuesTitle ? "" : ":") \(text)\(stop)"),
      ReviewDocument.Fact(label: "Command", text: command),
    ]
  }
}
