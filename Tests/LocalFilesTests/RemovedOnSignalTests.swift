import Foundation
import LocalFiles
import Testing

@Suite("Unfinished files")
struct RemovedOnSignalTests {
  @Test("go away with a process that a signal ends, the finished stay, and the signal is what ended it")
  func ended() async throws {
    let folder = try Folder()
    await #expect(processExitsWith: .signal(SIGTERM)) { [path = folder.path as String] in
      // The process that runs the tests may have them ignore it, or block it.
      signal(SIGTERM, SIG_DFL)
      var none = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, nil)
      for name in ["unfinished", "finished"] {
        RemovedOnSignal.add(path + "/" + name)
        try Data().write(to: URL(fileURLWithPath: path + "/" + name))
      }
      RemovedOnSignal.remove(path + "/finished")
      raise(SIGTERM)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["finished"])
  }
}
