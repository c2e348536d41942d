import Foundation
import LocalFiles
import Testing

@testable import LabCommands

@Suite("Files that the tool writes")
struct OutputFileTests {
  private func lab() throws -> Lab {
    let lab = try Lab()
    try lab.write("old", to: "old.csv")
    return lab
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("a file that is replaced keeps its mode", arguments: [0o600, 0o640, 0o755])
  func keptMode(mode: Int) throws {
    let lab = try lab()
    let path = lab.path("old.csv")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    try OutputFile.write("new", to: path)
    #expect(try lab.read("old.csv") == "new" && self.mode(path) == mode)
    #expect(try FileManager.default.contentsOfDirectory(atPath: lab.folder.path) == ["old.csv"])
  }

  @Test("what replaces a private file is private from the start, and a new file is as any other")
  func privateParts() throws {
    let lab = try lab()
    let path = lab.path("old.csv")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    for (path, expected) in [(path, 0o600), (lab.path("new.csv"), 0o666 & ~0o022)] {
      var modes: [Int?] = []
      let mask = umask(0o022)
      defer { umask(mask) }
      try OutputFile.write(to: path) { sink in
        try sink("new")
        let parts = try FileManager.default.contentsOfDirectory(atPath: lab.folder.path)
          .filter { $0.hasSuffix(".part") }
        modes = try parts.map { try mode(lab.path($0)) }
      }
      #expect(modes == [expected])
    }
  }

  @Test("what a killed process left is cleared away, what a living one writes is not")
  func sweeping() throws {
    let lab = try lab()
    try lab.write("half", to: ".att-lab.999999998.0.part")
    try lab.write("half", to: ".att-lab.notes.part")
    let living = open(lab.path(".att-lab.999999999.0.part"), O_WRONLY | O_CREAT, 0o600)
    defer { close(living) }
    #expect(flock(living, LOCK_EX | LOCK_NB) == 0)
    try OutputFile.write("new", to: lab.path("old.csv"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: lab.folder.path).sorted()
        == [".att-lab.999999999.0.part", ".att-lab.notes.part", "old.csv"])
  }

  @Test("a link that the system does not follow is not followed here either, and nothing is written")
  func unfollowed() throws {
    let lab = try lab()
    // A folder that may not be searched stands in for the kernel's protection of links, which needs two users.
    let manager = FileManager.default
    guard geteuid() != 0 else { return }
    try manager.createDirectory(atPath: lab.path("closed"), withIntermediateDirectories: false)
    try manager.createSymbolicLink(atPath: lab.path("link"), withDestinationPath: "closed/x")
    try manager.setAttributes([.posixPermissions: 0], ofItemAtPath: lab.path("closed"))
    defer { try? manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: lab.path("closed")) }
    #expect(throws: OutputError.self) { try OutputFile.requireWritable(for: lab.path("link")) }
  }

  @Test("a link stays and what it leads to is replaced", arguments: ["folder/old.csv", "folder/not-yet.csv"])
  func links(target: String) throws {
    let lab = try Lab()
    let manager = FileManager.default
    try manager.createDirectory(atPath: lab.path("folder"), withIntermediateDirectories: false)
    try lab.write("old", to: "folder/old.csv")
    // A link to a link, both relative to where they stand.
    try manager.createSymbolicLink(atPath: lab.path("folder/inner"), withDestinationPath: "../" + target)
    try manager.createSymbolicLink(atPath: lab.path("outer"), withDestinationPath: "folder/inner")
    try OutputFile.requireWritable(for: lab.path("outer"))
    try OutputFile.write("new", to: lab.path("outer"))
    #expect(try lab.read(target) == "new")
    #expect(try manager.destinationOfSymbolicLink(atPath: lab.path("outer")) == "folder/inner")
    #expect(try manager.destinationOfSymbolicLink(atPath: lab.path("folder/inner")) == "../" + target)
  }

  @Test("links in a circle are refused, and left")
  func circle() throws {
    let lab = try Lab()
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: lab.path("a"), withDestinationPath: "b")
    try manager.createSymbolicLink(atPath: lab.path("b"), withDestinationPath: "a")
    #expect(throws: OutputError.self) { try OutputFile.write("new", to: lab.path("a")) }
    #expect(try manager.destinationOfSymbolicLink(atPath: lab.path("a")) == "b")
  }

  @Test("a name as long as names may be is written")
  func longName() throws {
    let lab = try Lab()
    let name = String(repeating: "n", count: 255)
    try OutputFile.write("new", to: lab.path(name))
    #expect(try lab.read(name) == "new")
  }

  @Test("a folder is no place for a file, and that is found out first")
  func folder() throws {
    let lab = try lab()
    #expect(throws: OutputError.notWritten(path: lab.folder.path, reason: "Is a directory")) {
      try OutputFile.requireWritable(for: lab.folder.path)
    }
  }

  @Test("two names of one file are the same, by links of either kind")
  func same() throws {
    let lab = try lab()
    try FileManager.default.linkItem(atPath: lab.path("old.csv"), toPath: lab.path("hard"))
    try FileManager.default.createSymbolicLink(atPath: lab.path("soft"), withDestinationPath: "old.csv")
    #expect(FileIdentity.isSame(lab.path("old.csv"), lab.path("hard")))
    #expect(FileIdentity.isSame(lab.path("soft"), lab.path("hard")))
    #expect(FileIdentity.isSame(lab.path("new"), lab.path("./new")))
    #expect(!FileIdentity.isSame(lab.path("new"), lab.path("old.csv")))
  }

  @Test("--csv - writes the table to standard output, and no file named -")
  func standardOutput() throws {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    let line = "\"$LAB\" simulate sample.yaml --trials 2 --installs 50 --quiet"
    let streamed = try lab.shell("\(line) --csv -")
    let formatted = try lab.shell("\(line) --format csv")
    #expect(streamed.status == 0 && streamed.output == formatted.output)
    #expect(try lab.shell("\(line) --csv - --format csv").output == formatted.output)
    #expect(try lab.shell("\(line) --csv /dev/stdout").output == formatted.output)
    // What a shell makes of >(cat) is a pipe with the name of a descriptor.
    #expect(try lab.shell("{ \(line) --csv /dev/fd/3 >/dev/null; } 3>&1 | cat").output == formatted.output)
    #expect(!FileManager.default.fileExists(atPath: lab.path("-")))
    let both = try lab.shell("\(line) --csv - --format json")
    #expect(both.status == 64 && both.output.isEmpty && both.errors.contains("leave one out"))
  }
}
