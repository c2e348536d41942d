import ArgumentParser
import EmbeddedFiles
import Foundation
import Rendering
import Reviews

struct Guide: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print a page of the guide, or the list of its pages.",
    discussion: """
      The binary alone is enough: the pages are in it.

      Example: att-lab guide read-an-answer

      The keys of one part: att-lab guide experiment-file consent
      """)

  @Argument(help: "The page; without one, all pages are listed.")
  var page: Page?

  @Argument(help: "A word of a heading: only those sections are printed.")
  var section: String?

  /// The pages, in the order in which somebody new reads them.
  enum Page: String, ExpressibleByArgument, CaseIterable {
    case readAnAnswer = "read-an-answer"
    case workedExample = "worked-example"
    case tryAssumptions = "try-assumptions"
    case experimentFile = "experiment-file"
    case checkAnApp = "check-an-app"
    case traceAnInstall = "trace-an-install"
    case sizeATest = "size-a-test"
    case analyseATest = "analyse-a-test"
    case learnFromData = "learn-from-data"
    case exportAndSQL = "export-and-sql"
    case fromANotebook = "from-a-notebook"
    case continuousIntegration = "ci"
    case reproducibility

    /// As it is in the repository, in Markdown.
    var text: String {
      guard self != .experimentFile else { return KeyPage.text }
      // Comments are for those who change the page.
      return String(cString: embeddedFile("guide/\(rawValue).md")).replacing(/<!--.*?-->\n/, with: "")
    }

    /// What it is about: its first line.
    var title: String {
      String(text.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " })
    }
  }

  func validate() throws { _ = try chosen() }

  /// The page, or the sections that are asked for; `nil` without a page.
  private func chosen() throws -> String? {
    guard let page, let section else { return page?.text }
    let sections = GuideSections(page.text)
    guard let found = sections.text(about: section) else {
      throw ValidationError(
        "'\(page.rawValue)' has no section about '\(section)'; its sections are "
          + "\(sections.headings.joined(separator: ", ")).")
    }
    return found
  }

  func run() throws {
    guard let text = try chosen() else {
      let width = Page.allCases.map(\.rawValue.count).max() ?? 0
      let lines = Page.allCases.map { page in
        page.rawValue + String(repeating: " ", count: width - page.rawValue.count + 2) + page.title
      }
      try StandardStreams.output(lines.joined(separator: "\n") + "\n")
      return
    }
    let style = Terminal.outputStyle
    // A pipe and a file get the Markdown.
    try StandardStreams.output(style.width == nil ? text : GuidePage(text).document.text(style))
  }
}
