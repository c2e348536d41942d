import Mustache

/// The templates, embedded in the program, and what renders them.
enum PageTemplates {
  /// The style sheet that goes into the page.
  static var style: String { text(PackageResources.page_css) }

  /// The page as HTML.
  ///
  /// - Throws: an error of the template library, for a template that is none.
  static func render(_ page: TemplatePage) throws -> String { try render(page, with: "page") }

  /// A section of a page as HTML.
  ///
  /// - Throws: as ``render(_:)-(TemplatePage)``.
  static func render(_ section: TemplatePage.Section) throws -> String {
    try render(section, with: "section")
  }

  private static func render(_ content: some Any, with template: String) throws -> String {
    MustacheContentTypes.register(MarkupContent(), named: MarkupContent.name)
    var library = MustacheLibrary()
    let templates = [
      ("page", text(PackageResources.page_mustache)), ("section", text(PackageResources.section_mustache)),
      ("table", text(PackageResources.table_mustache)), ("phrase", phrase),
    ]
    // Each for itself: a partial does not take over how its page escapes.
    for (name, text) in templates {
      try library.register("{{% CONTENT_TYPE: \(MarkupContent.name)}}" + text, named: name)
    }
    return library.render(content, withTemplate: template) ?? ""
  }

  /// Words with names in them, without a line break of its own.
  private static let phrase =
    "{{#pieces}}{{#isName}}<bdi class=\"name\">{{text}}</bdi>{{/isName}}{{^isName}}{{text}}{{/isName}}{{/pieces}}"

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
