/// Sections of documents as one HTML file that needs nothing else: no script, no network, no font.
package struct HTMLPage {
  /// A way into the page.
  package struct Link {
    package var target: String
    package var words: String

    package init(target: String, words: String) {
      self.target = target
      self.words = words
    }
  }

  /// What belongs together, one after the other on the page.
  package struct Part {
    package var id: String
    /// `nil` where the page's heading is the part's own.
    package var heading: String?
    package var isFirst: Bool
    package var sections: [Section]

    package init(id: String, heading: String?, isFirst: Bool, sections: [Section]) {
      self.id = id
      self.heading = heading
      self.isFirst = isFirst
      self.sections = sections
    }
  }

  package struct Section {
    package var id: String
    package var title: String
    /// Of the heading, 2 or 3.
    package var level: Int
    package var isAppendixStart = false
    /// Whether it is closed until a reader opens it.
    package var isFolded = false
    package var blocks: [ReviewDocument.Block]

    package init(id: String, title: String, level: Int, blocks: [ReviewDocument.Block]) {
      self.id = id
      self.title = title
      self.level = level
      self.blocks = blocks
    }
  }

  /// Above the page and in the window's bar, unchanged.
  package var title: String
  /// Above the title: what it is of.
  package var kicker: String
  package var contents: [Link]
  package var parts: [Part]
  package var footer: String

  package init(title: String, kicker: String, contents: [Link], parts: [Part], footer: String) {
    self.title = title
    self.kicker = kicker
    self.contents = contents
    self.parts = parts
    self.footer = footer
  }

  /// The whole file.
  ///
  /// - Throws: what the template library says of a template; the tests render every one.
  package func html() throws -> String { try PageTemplates.render(TemplatePage(self)) }

  /// The style sheet of every page.
  package static var style: String { PageTemplates.style }
}

extension HTMLPage.Section {
  /// The section alone, for a page that is somebody else's.
  ///
  /// - Throws: what the template library says of a template.
  package func html() throws -> String { try PageTemplates.render(TemplatePage.Section(self)) }
}
