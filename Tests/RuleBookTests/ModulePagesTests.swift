import Foundation
import Testing

/// The documentation of the modules, as the repository has it.
@Suite("The pages of the modules")
struct ModulePagesTests {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")

  /// The modules that have code of their own to explain.
  private static let modules: [String] = {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: sources.path)) ?? []
    return all.filter { !["CGSL", "EmbeddedFiles", "att-lab"].contains($0) && !$0.hasPrefix(".") }.sorted()
  }()

  private func page(_ module: String) throws -> String {
    let file = Self.sources.appendingPathComponent("\(module)/\(module).docc/\(module).md")
    return try String(contentsOf: file, encoding: .utf8)
  }

  @Test("each module has a page that says in its first lines what it is for")
  func pages() throws {
    #expect(Self.modules.count > 15)
    for module in Self.modules {
      let lines = try page(module).split(separator: "\n")
      #expect(lines.first == "# ``\(module)``")
      #expect(lines.dropFirst().first.map { $0.count > 30 && !$0.hasPrefix("#") } == true, "\(module)")
    }
  }

  @Test("whoever wants to add something is sent to files and folders that there are")
  func places() throws {
    let guide = Self.sources.appendingPathComponent("../.github/CONTRIBUTING.md")
    let text = try String(contentsOf: guide, encoding: .utf8)
    let paths = text.matches(of: /`([A-Za-z]+)\/([A-Za-z+\/.]+)`/).filter {
      Self.modules.contains(String($0.1))
    }
    .map { "\($0.1)/\($0.2)" }
    #expect(paths.count > 15)
    for path in paths {
      #expect(
        FileManager.default.fileExists(atPath: Self.sources.appendingPathComponent(path).path), "\(path)")
    }
  }
}
