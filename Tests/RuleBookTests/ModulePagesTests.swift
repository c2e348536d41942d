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
    return all.filter { $0 != "CGSL" && $0 != "att-lab" && !$0.hasPrefix(".") }.sorted()
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

  @Test("each decision has a number, a status and the same sections, and its module's page leads to it")
  func decisions() throws {
    var found = 0
    for module in Self.modules {
      let folder = Self.sources.appendingPathComponent("\(module)/\(module).docc/Decisions")
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else { continue }
      let page = try page(module)
      for (index, name) in names.sorted().enumerated() {
        let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        let number = "000\(index + 1)"
        #expect(name.hasPrefix("\(number)-") && text.hasPrefix("# \(number): "), "\(module) \(name)")
        #expect(text.contains("\n**Status:** "), "\(module) \(name) has no status")
        let sections = text.split(separator: "\n").filter { $0.hasPrefix("## ") }.map(String.init)
        #expect(
          sections == ["## Context", "## Decision", "## Consequences", "## Alternatives considered"],
          "\(module) \(name)")
        #expect(page.contains("<doc:\(name.dropLast(3))>"), "\(module)'s page does not name \(name)")
        found += 1
      }
    }
    #expect(found > 10)
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
