extension ReviewDocument {
  /// For a terminal, or whatever else shows plain text; a line break at its end.
  public func text(_ style: ReviewStyle) -> String {
    sections.map { $0.flatMap { lines($0, style) } }.joined(separator: [""]).joined(separator: "\n") + "\n"
  }

  private func lines(_ block: Block, _ style: ReviewStyle) -> [String] {
    switch block {
    case .heading(let text): lines(.paragraph(text, .strong, indent: ""), style)
    case .title(let text): lines(.line(text, .strong), style)
    case .line(let text, let emphasis): [style.emphasised(text.text, emphasis)]
    case .paragraph(let text, let emphasis, let indent):
      TerminalText.wrapped(text.unbroken, width: style.textWidth, indent: indent)
        .map { style.emphasised($0, emphasis) }
    case .labelled(let label, let text, let emphasis):
      TerminalText.labelled(label, text.unbroken, width: style.textWidth)
        .map { style.emphasised($0, emphasis) }
    case .list(let items): items.flatMap { lines(.labelled("- ", $0, .plain), style) }
    case .decision(let facts): lines(facts, style)
    case .steps(let steps): lines(steps, style)
    case .commands(let label, let commands): lines(label, commands, style)
    case .table(let table):
      (table.caption.map { lines(.text($0), style) } ?? []) + table.lines(style)
    case .timeline(let timeline): timeline.lines(style)
    case .definitions(let definitions): Self.lines(definitions, style)
    case .figure(let figure): lines(.text(figure.whole), style)
    case .columns(let columns): columns.joined().flatMap { lines($0, style) }
    case .folded(_, let blocks): blocks.flatMap { lines($0, style) }
    case .listing(let title, let source):
      lines(.title("\(title)"), style)
        + MarkupText.lines(source).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private func lines(_ facts: [Fact], _ style: ReviewStyle) -> [String] {
    let labels = facts.map(\.label.text)
    let width = labels.map(\.count).max() ?? 0
    return zip(labels, facts).flatMap { label, fact in
      let padding = String(repeating: " ", count: width - label.count + 2)
      return lines(.labelled("  \(label)\(padding)", fact.text, fact.role.emphasis), style)
    }
  }

  private func lines(_ steps: [Step], _ style: ReviewStyle) -> [String] {
    let width = steps.map(\.title.count).max() ?? 0
    return steps.enumerated().flatMap { number, step in
      let padding = String(repeating: " ", count: width - step.title.count + 2)
      let label = "  \(number + 1). \(step.title)\(padding)"
      var text = TerminalText.labelled(label, step.text.unbroken, width: style.textWidth)
      // Whole, to be copied: behind the text where there is room, else below it, further left where it is long.
      let room = (style.width ?? 100) - TerminalText.width(step.command)
      if let last = text.last, TerminalText.width(last) + 3 <= room {
        text[text.count - 1] = last + "   " + style.emphasised(TerminalText.safe(step.command), .faint)
        return text
      }
      let indent = String(repeating: " ", count: max(2, min(label.count, room)))
      return text + lines(.line("\(indent + step.command)", .faint), style)
    }
  }

  /// As many commands in a line as fit; each is whole, to be copied.
  private func lines(_ label: String, _ commands: [String], _ style: ReviewStyle) -> [String] {
    var lines: [String] = []
    for command in commands.map(TerminalText.safe) {
      if let last = lines.last, TerminalText.width(last) + 3 + TerminalText.width(command) <= style.textWidth
      {
        lines[lines.count - 1] = last + "   " + command
      } else {
        let start = lines.isEmpty ? "  \(label)  " : String(repeating: " ", count: label.count + 4)
        lines.append(start + command)
      }
    }
    return lines
  }

  private static func lines(_ definitions: [(word: String, text: Phrase)], _ style: ReviewStyle) -> [String] {
    let width = (definitions.map(\.word.count).max() ?? 0) + 2
    return definitions.flatMap { word, text in
      TerminalText.wrapped(
        word + String(repeating: " ", count: width - word.count) + text.unbroken,
        width: style.textWidth,
        indent: String(repeating: " ", count: width))
    }
  }
}

extension ReviewDocument.Fact.Role {
  fileprivate var emphasis: ReviewDocument.Emphasis {
    switch self {
    case .plain: .plain
    case .advice: .strong
    case .blocker, .caution: .warning
    }
  }
}

extension ReviewStyle {
  fileprivate func emphasised(_ text: String, _ emphasis: ReviewDocument.Emphasis) -> String {
    switch emphasis {
    case .plain: text
    case .strong: bold(text)
    case .warning: warning(text)
    case .faint: dim(text)
    }
  }
}
