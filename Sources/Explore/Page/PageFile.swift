/// A file of the page, embedded in the program: no other can be asked for.
struct PageFile {
  let type: String
  let bytes: [UInt8]

  /// - Parameter name: behind the token; empty for the page itself.
  init?(_ name: String) {
    let script = "text/javascript; charset=utf-8"
    switch name {
    case "": self.init("text/html; charset=utf-8", PackageResources.page_html)
    case "report.css": self.init(Self.css, Array(ReportStyle.text.utf8))
    case "explore.css": self.init(Self.css, PackageResources.explore_css)
    case "icon.svg": self.init("image/svg+xml", PackageResources.icon_svg)
    case "main.js": self.init(script, PackageResources.main_js)
    case "server.js": self.init(script, PackageResources.server_js)
    case "state.js": self.init(script, PackageResources.state_js)
    case "options.js": self.init(script, PackageResources.options_js)
    case "inputs.js": self.init(script, PackageResources.inputs_js)
    case "text.js": self.init(script, PackageResources.text_js)
    case "strips.js": self.init(script, PackageResources.strips_js)
    case "runs.js": self.init(script, PackageResources.runs_js)
    case "elements.js": self.init(script, PackageResources.elements_js)
    case _: return nil
    }
  }

  private init(_ type: String, _ bytes: [UInt8]) {
    self.type = type
    self.bytes = bytes
  }

  private static let css = "text/css; charset=utf-8"
}
