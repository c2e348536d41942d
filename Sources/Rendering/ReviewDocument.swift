/// What a review shows a person: sections of headings, tables, sentences, lists, figures and notes.
///
/// A review builds one, and decides nothing about the output; a renderer decides nothing about the content.
public struct ReviewDocument {
  /// How much a reader is to notice something.
  package enum Emphasis {
    case plain
    case strong
    /// Asks for attention.
    case warning
    /// Explains the rest.
    case faint
  }

  /// One line of a decision.
  package struct Fact {
    /// What kind of line it is.
    package enum Role {
      case plain
      /// What to do.
      case advice
      /// What stands in the way of it.
      case blocker
      /// What to watch out for.
      case caution
    }

    package var label: Phrase
    package var text: Phrase
    package var role: Role

    package init(_ label: Phrase, _ text: Phrase, _ role: Role = .plain) {
      self.label = label
      self.text = text
      self.role = role
    }
  }

  /// What to do next, with the command for it.
  package struct Step {
    package var title: String
    package var text: Phrase
    package var command: String

    package init(title: String, text: Phrase, command: String) {
      self.title = title
      self.text = text
      self.command = command
    }
  }

  /// One piece of a section.
  package enum Block {
    /// Above all of the document, broken to the width.
    case heading(Phrase)
    /// Above what it names, on one line.
    case title(Phrase)
    /// Whole, however long, for editors that jump to it.
    case line(Phrase, Emphasis)
    /// Broken to the width, its further lines indented.
    case paragraph(Phrase, Emphasis, indent: String)
    /// Broken to the width beside a label; a blank one indents it.
    case labelled(String, Phrase, Emphasis)
    case list([Phrase])
    /// What is read first.
    case decision([Fact])
    case steps([Step])
    /// Commands to go on with, each whole, beside a label.
    case commands(String, [String])
    case table(TextTable)
    /// Courses of events beside one another.
    case timeline(Timeline)
    /// Words and what is said of them, these beside one another.
    case definitions([(word: String, text: Phrase)])
    /// A drawing with its caption; other outputs than a page have its description.
    case figure(Figure)
    /// A file of somebody's, as it is, under its title.
    case listing(String, String)
    /// Closed on a page until a reader opens it by its title, and on paper unless it is open; other outputs have it all.
    indirect case folded(Phrase, [Block])
    /// Beside one another where there is room, else one after the other.
    indirect case columns([[Block]])
  }

  /// Each stands apart from the one before it.
  package var sections: [[Block]]

  package init(_ sections: [[Block]]) { self.sections = sections.filter { !$0.isEmpty } }
}

extension ReviewDocument.Block {
  package static func text(_ text: Phrase) -> Self { .paragraph(text, .plain, indent: "") }
  package static func warning(_ text: Phrase) -> Self { .paragraph(text, .warning, indent: "") }
  /// What explains the rest.
  package static func note(_ text: Phrase) -> Self { .paragraph(text, .faint, indent: "") }
  /// A table under a caption, some of its rows standing out.
  package static func table(_ caption: Phrase, _ table: TextTable, marked: Set<Int> = []) -> Self {
    .table(table.captioned(caption, marked: marked))
  }
  /// One of a list.
  package static func item(_ text: Phrase, _ emphasis: ReviewDocument.Emphasis = .plain) -> Self {
    .paragraph("- " + text, emphasis, indent: "  ")
  }
}
