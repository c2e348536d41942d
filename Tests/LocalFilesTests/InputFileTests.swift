import Foundation
import LocalFiles
import ScratchFolders
import Testing
import TextFormats

@Suite("Files that are read")
struct InputFileTests {
  private let scratch = Scratch()

  @Test("are read whole, or one byte beyond the most as proof", arguments: [0, 1, 65_536, 200_000])
  func whole(size: Int) throws {
    try scratch.write(String(repeating: "x", count: size), to: "x")
    #expect(try InputFile(scratch.path("x")).bytes(atMost: 300_000).count == size)
    #expect(try InputFile(scratch.path("x")).bytes(atMost: 10).count == min(size, 11))
  }

  @Test("are never waited for: a folder, a pipe, a device and what is missing are refused")
  func refused() throws {
    #expect(mkfifo(scratch.path("pipe"), 0o600) == 0)
    let long = scratch.path(String(repeating: "n", count: 4096))
    for (path, why) in [
      (scratch.path("pipe"), "pipe or a device"), ("/dev/zero", "pipe or a device"),
      (scratch.folder.path, "folder"), (scratch.path("none"), "no such file"),
      (long, String(cString: strerror(ENAMETOOLONG))),
    ] {
      let problem = #expect(throws: FileProblem.self) { try InputFile(path) }
      #expect(problem?.file == path && problem?.message.contains(why) == true)
    }
  }

  @Test("may be pipes that a shell has opened")
  func handedOver() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("text".utf8))
    try pipe.fileHandleForWriting.close()
    let input = try InputFile("/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
    #expect(try input.bytes(atMost: 100) == Array("text".utf8))
  }
}
