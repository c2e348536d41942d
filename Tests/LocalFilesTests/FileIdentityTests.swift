import Foundation
import LocalFiles
import Testing

@Suite("Which file a path leads to")
struct FileIdentityTests {

  @Test("is not asked of links in a circle")
  func circle() throws {
    let folder = try Folder()
    try folder.link("a", to: "b")
    try folder.link("b", to: "a")
    #expect(throws: SystemFailure(code: ELOOP)) { try ResolvedPath(folder("a")) }
  }
}
