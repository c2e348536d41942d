#if os(Linux)
  import Foundation
  import Testing

  @Suite("Outputs and stores that are no ordinary files")
  struct UnusualOutputsTests {
    private func lab() throws -> Lab {
      let lab = try Lab()
      try lab.write(sampleExperiment, to: "sample.yaml")
      return lab
    }

    @Test(
      "a stream is no store, be it redirected into a file or not",
      arguments: ["-", "/dev/stdout", "/dev/stdin", "/dev/fd/1", "/proc/self/fd/1"])
    func streams(path: String) throws {
      let lab = try lab()
      let words = "is a stream, as standard output is"
      for line in [
        "simulate sample.yaml --db \(path)", "runs list --db \(path)", "merge \(path) other.sqlite",
      ] {
        let outcome = try lab.shell("\"$LAB\" \(line) >kept 2>errors; echo $?; cat errors; wc -c <kept")
        if line.hasPrefix("merge") { continue }
        #expect(outcome.output.hasPrefix("64\n") && outcome.output.contains(words), "\(outcome.output)")
        #expect(outcome.output.hasSuffix("\n0\n"))
      }
      #expect(!FileManager.default.fileExists(atPath: lab.path("-")))
    }

    @Test("a table, a report and a strategy go to standard output by any of its names")
    func standardOutput() throws {
      let lab = try lab()
      #expect(try lab("simulate", "sample.yaml", "--csv", "kept.csv").status == 0)
      let table = try lab.read("kept.csv")
      for path in ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        #expect(try lab("export", "last", "--out", path).output == table)
        #expect(try lab.shell("\"$LAB\" export last --out \(path) | cat").output == table)
      }
    }

    @Test("a pipe without a reader is waited for with a word, and Ctrl-C ends the wait")
    func unreadPipe() throws {
      let lab = try lab()
      #expect(try lab("simulate", "sample.yaml").status == 0)
      #expect(mkfifo(lab.path("pipe"), 0o600) == 0)
      let process = try lab.start("exec \"$LAB\" export last --out pipe >output 2>errors")
      let words = "Waiting for a program to read the pipe 'pipe'"
      while process.isRunning, (try? lab.read("errors"))?.contains(words) != true { sched_yield() }
      kill(process.processIdentifier, SIGINT)
      process.waitUntilExit()
      #expect(process.terminationStatus == 130)
      #expect(try lab.read("errors").contains("\nInterrupted: "))
    }

    @Test("a pipe with a reader gets the table, and one whose reader stops early is no error")
    func readPipe() throws {
      let lab = try lab()
      #expect(try lab("simulate", "sample.yaml", "--csv", "kept.csv").status == 0)
      #expect(mkfifo(lab.path("pipe"), 0o600) == 0)
      let read = try lab.shell("cat pipe >read & \"$LAB\" export last --out pipe; s=$?; wait; exit $s")
      #expect(read.status == 0)
      #expect(try lab.read("read") == lab.read("kept.csv"))
      let short = try lab.shell(
        "head -c 5 pipe >/dev/null & \"$LAB\" export last --table trials --out pipe; s=$?; wait; exit $s")
      #expect(short.status == 0 && !short.errors.contains("error"))
    }

    @Test(
      "a name that is too long is called so, for a store and for an output", arguments: [300, 250, 5_000])
    func longNames(count: Int) throws {
      let lab = try lab()
      let name = String(repeating: "n", count: count)
      let store = try lab("simulate", "sample.yaml", "--db", name)
      #expect(store.status == 74 && store.errors.contains("the name is too long for the system"))
      #expect(!store.errors.contains("permissions"))
      #expect(try lab("runs", "list", "--db", name).errors.contains("the name is too long for the system"))
      guard count > 255 else { return }
      #expect(try lab("simulate", "sample.yaml", "--csv", name).errors.contains("File name too long"))
    }
  }
#endif
