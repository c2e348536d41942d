import Mustache

/// The templates, embedded in the program, and what renders them.
enum PageTemplates {
  /// The style sheet that goes into the page.
  static var style: String { text(PackageResources.page_css) }

  /// The page as HTML.
  ///
  /// - Throws: an error of the template library, for a template that is none.
  static func render(_ page: TemplatePage) throws -> String {
    MustacheContentTypes.register(MarkupContent(), named: MarkupContent.name)
    var library = MustacheLibrary()
    let templates = [
      ("page", text(PackageResources.page_mustache)), ("section", text(PackageResources.section_mustache)),
      ("table", text(PackageResources.table_mustache)), ("phrase", phrase),
    ]
    // Each for itself: a partial does not take over how its page escapes.
    for (name, template) in templates {
      try library.register("{{% CONTENT_TYPE: \(MarkupContent.name)}}" + template, named: name)
    }
    return library.render(page, withTemplate: "page") ?? ""
  }

  /// Words with names in them, without a line break of its own.
  private static let phrase =
    "{{#pieces}}{{#isName}}<bdi class=\"name\">{{text}}</bdi>{{/isName}}{{^isName}}{{text}}{{/isName}}{{/pieces}}"

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
