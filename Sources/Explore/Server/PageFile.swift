import EmbeddedFiles
import Reviews

/// A file of the page, embedded in the program: no other can be asked for.
struct PageFile {
  let type: String
  let bytes: [UInt8]

  /// - Parameter name: behind the token; empty for the page itself.
  init?(_ name: String) {
    let name = name.isEmpty ? "page.html" : name
    let text = name == "report.css" ? ReportPieces.style : String(cString: embeddedFile("explore/\(name)"))
    let types = [
      "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml",
      "js": "text/javascript; charset=utf-8",
    ]
    guard !text.isEmpty, let type = name.split(separator: ".").last.flatMap({ types[String($0)] }) else {
      return nil
    }
    self.type = type
    bytes = Array(text.utf8)
  }
}
