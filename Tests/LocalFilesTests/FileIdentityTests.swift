import Foundation
import LocalFiles
import Testing

@Suite("Which file a path leads to")
struct FileIdentityTests {
  @Test("is the same by links of either kind, and by another folder's link")
  func links() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(atPath: folder("inner"), withIntermediateDirectories: false)
    try folder.write("x", to: "inner/x")
    try folder.link("soft", to: "inner/x")
    try folder.link("other", to: "inner")
    try FileManager.default.linkItem(atPath: folder("inner/x"), toPath: folder("hard"))
    for name in ["inner/x", "soft", "hard", "other/x", "inner/../inner/x"] {
      #expect(FileIdentity.isSame(folder("inner/x"), folder(name)), "\(name)")
    }
    #expect(!FileIdentity.isSame(folder("inner/x"), folder("inner")))
  }

  @Test("of a file that is not there yet is where it would be made")
  func notYet() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(atPath: folder("inner"), withIntermediateDirectories: false)
    try folder.link("other", to: "inner")
    try folder.link("dangling", to: "inner/new")
    #expect(FileIdentity.isSame(folder("inner/new"), folder("other/./new")))
    #expect(FileIdentity.isSame(folder("inner/new"), folder("dangling")))
    #expect(!FileIdentity.isSame(folder("inner/new"), folder("new")))
    #expect(!FileIdentity.isSame(folder("no/x"), folder("none/x")))
    #expect(try ResolvedPath(folder("dangling")).text.hasSuffix("/inner/new"))
  }

  @Test("is not asked of links in a circle")
  func circle() throws {
    let folder = try Folder()
    try folder.link("a", to: "b")
    try folder.link("b", to: "a")
    #expect(throws: SystemFailure(code: ELOOP)) { try ResolvedPath(folder("a")) }
  }
}
