#if os(Linux)
  import Foundation
  import Testing

  @testable import LabCommands

  // The moment is made and not waited for: the program computes, cannot store because the test holds the
  // store's lock, is sent the signal, and then the lock is given up.
  @Suite("Ended from outside")
  struct InterruptionTests {
    private static let experiment = sampleExperiment.replacing("trials: 6", with: "trials: 300")

    /// A lab with a run that has begun, and the rows of one that was left alone.
    private func lab() throws -> (lab: Lab, whole: [String]) {
      let lab = try Lab()
      try lab.write(Self.experiment, to: "sample.yaml")
      #expect(try lab("simulate", "sample.yaml", "--db", "whole.sqlite").status == 0)
      try lab.begin(Self.experiment, in: "cut.sqlite")
      return (lab, try lab.rows("whole.sqlite"))
    }

    /// Runs a line of shell that becomes the program, and sends it a signal while it works.
    private func signalled(_ number: Int32, _ line: String, in lab: Lab) throws -> Lab.Outcome {
      // The program takes SIGTERM over last, and the shell that becomes it takes it over never.
      let process = try lab.whileLocked("cut.sqlite") {
        let process = try lab.start("\(line) >output 2>errors")
        while process.isRunning, !catches(SIGTERM, process.processIdentifier) { sched_yield() }
        kill(process.processIdentifier, number)
        return process
      }
      process.waitUntilExit()
      return Lab.Outcome(
        status: process.terminationStatus, output: try lab.read("output"), errors: try lab.read("errors"))
    }

    /// Whether a process has a handler of its own for a signal, as Linux tells of it.
    private func catches(_ number: Int32, _ process: Int32) -> Bool {
      let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
      let mask = status.firstMatch(of: /SigCgt:\s*([0-9a-f]+)/).flatMap { UInt64($0.1, radix: 16) } ?? 0
      return mask & (1 << UInt64(number - 1)) != 0
    }

    @Test(
      "Ctrl-C, a closing terminal and a request to end leave what is stored, say how to go on, and it goes on",
      arguments: [SIGINT, SIGHUP, SIGTERM])
    func graceful(number: Int32) throws {
      let (lab, whole) = try lab()
      let line = "exec \"$LAB\" simulate sample.yaml --db cut.sqlite --csv cut.csv"
      let cut = try signalled(number, line, in: lab)
      #expect(cut.status == 130 && cut.output.isEmpty)
      #expect(
        cut.errors.contains(#/Interrupted: [0-9]+ of 300 trials are stored\. This goes on:\n  att-lab/#))
      #expect(!FileManager.default.fileExists(atPath: lab.path("cut.csv")))
      #expect(try lab("simulate", "sample.yaml", "--db", "cut.sqlite").status == 0)
      #expect(try lab.rows("cut.sqlite") == whole)
    }

    @Test("a search that is interrupted says how it goes on, with the seed that it drew")
    func search() throws {
      let lab = try Lab()
      let searched =
        Self.experiment.components(separatedBy: "arms:")[0].replacing(/seed: [0-9]+\n/, with: "")
        + "search:\n  ask: [onboarding, launch, {session: 2}]\n  usage_string: plain\n"
      try lab.write(searched, to: "search.yaml")
      try lab.begin(Self.experiment, in: "cut.sqlite")
      let line = "exec \"$LAB\" optimize search.yaml --db cut.sqlite --out best.yaml"
      let cut = try signalled(SIGINT, line, in: lab)
      #expect(cut.status == 130 && cut.output.isEmpty, "\(cut.errors)")
      #expect(
        cut.errors.contains(
          #/Interrupted: .* stored\. This goes on:\n  att-lab optimize search.yaml --db cut.sqlite --out best.yaml --seed [0-9]+/#
        ), "\(cut.errors)")
      #expect(!FileManager.default.fileExists(atPath: lab.path("best.yaml")))
    }

    @Test("a calibration that is interrupted has written nothing, and says so")
    func calibration() throws {
      let lab = try Lab()
      try lab.write(sampleExperiment, to: "sample.yaml")
      try lab.write("arm,installs,prompted,allowed_by_7\nlaunch,1000,1000,160\n", to: "funnel.csv")
      try lab.begin(Self.experiment, in: "cut.sqlite")
      let cut = try signalled(
        SIGINT,
        "exec \"$LAB\" calibrate sample.yaml --counts funnel.csv --installs 1000 --db cut.sqlite --out ours.yaml",
        in: lab)
      #expect(cut.status == 130 && cut.output.isEmpty, "\(cut.errors)")
      #expect(cut.errors.hasSuffix("Interrupted: nothing was changed. The same command starts anew.\n"))
      #expect(!FileManager.default.fileExists(atPath: lab.path("ours.yaml")))
    }

    @Test("killed at once, the same command goes on to the same rows")
    func killed() throws {
      let (lab, whole) = try lab()
      let cut = try signalled(SIGKILL, "exec \"$LAB\" simulate sample.yaml --db cut.sqlite", in: lab)
      #expect(cut.status == SIGKILL && cut.output.isEmpty)
      #expect(try lab("simulate", "sample.yaml", "--db", "cut.sqlite").status == 0)
      #expect(try lab.rows("cut.sqlite") == whole)
    }

    @Test(
      "before anything is begun, while the file is still read, it ends with one line and the same status",
      arguments: [SIGINT, SIGTERM])
    func early(number: Int32) throws {
      let lab = try Lab()
      #expect(mkfifo(lab.path("never"), 0o600) == 0)
      // Held open for writing, so that the program's standard input is open and has nothing to give.
      let writer = Foundation.open(lab.path("never"), O_RDWR)
      defer { close(writer) }
      let process = try lab.start("exec \"$LAB\" simulate - <never >output 2>errors")
      while process.isRunning, !catches(SIGTERM, process.processIdentifier) { sched_yield() }
      kill(process.processIdentifier, number)
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 130)
      #expect(
        try lab.read("errors") == "Interrupted: nothing was changed. The same command starts anew.\n")
    }

    @Test("a shard that is cut off goes on to the rows of one that was not")
    func shard() throws {
      let (lab, _) = try lab()
      #expect(try lab("simulate", "sample.yaml", "--shard", "2/2", "--db", "part.sqlite").status == 0)
      let line = "exec \"$LAB\" simulate sample.yaml --shard 2/2 --db cut.sqlite"
      let cut = try signalled(SIGTERM, line, in: lab)
      #expect(cut.status == 130 && cut.errors.contains(" of 150 trials are stored. This goes on:"))
      #expect(try lab("simulate", "sample.yaml", "--shard", "2/2", "--db", "cut.sqlite").status == 0)
      #expect(try lab.rows("cut.sqlite") == lab.rows("part.sqlite"))
    }

    @Test("a batch that is cut off keeps its rows, and goes on to those of one that was not")
    func batch() throws {
      let (lab, _) = try lab()
      try lab.write("seed\n6\n5\n", to: "s.csv")
      #expect(try lab("simulate", "sample.yaml", "--batch", "s.csv", "--db", "whole.sqlite").status == 0)
      #expect(try lab("simulate", "sample.yaml", "--seed", "6", "--db", "cut.sqlite").status == 0)
      let line = "exec \"$LAB\" simulate sample.yaml --batch s.csv --db cut.sqlite --table trials"
      let cut = try signalled(SIGINT, line, in: lab)
      #expect(cut.status == 130 && cut.output.isEmpty)
      #expect(
        cut.errors.contains(#/Interrupted: [01] of 2 rows are complete, and of the next [0-9 of]+ trials/#))
      #expect(cut.errors.contains("  att-lab simulate sample.yaml --batch s.csv"))
      let table = try lab(
        "simulate", "sample.yaml", "--batch", "s.csv", "--db", "cut.sqlite", "--table", "trials")
      let whole = try lab(
        "simulate", "sample.yaml", "--batch", "s.csv", "--db", "whole.sqlite", "--table", "trials")
      #expect(table.status == 0 && table.output == whole.output && table.output.count > 100_000)
    }

    @Test("a run that chooses its own size ends between two sizes too")
    func betweenSizes() throws {
      let (lab, _) = try lab()
      let sized = "simulate sample.yaml --precision 0.000001 --max-trials 800"
      // The first size is stored, so that the program waits for the lock where it begins the second.
      #expect(try lab("simulate", "sample.yaml", "--trials", "200", "--db", "cut.sqlite").status == 0)
      let cut = try signalled(SIGINT, "exec \"$LAB\" \(sized) --db cut.sqlite", in: lab)
      #expect(cut.status == 130 && cut.output.isEmpty)
      // A slow machine may be interrupted before it has found the run.
      #expect(
        cut.errors.contains(
          #/Interrupted: (nothing was changed|[0-9 of]+ trials are stored\. This goes on:\n  att-lab)/#)
      )
      let gone = try lab.shell("\"$LAB\" \(sized) --db cut.sqlite --format csv")
      let whole = try lab.shell("\"$LAB\" \(sized) --db alone.sqlite --format csv")
      #expect(gone.status == 2 && gone.output == whole.output)
    }

    @Test(
      "an output that is being written goes away with a process that a signal ends",
      arguments: [SIGINT, SIGTERM])
    func parts(number: Int32) async throws {
      let lab = try Lab()
      await #expect(processExitsWith: .signal(number)) {
        [folder = lab.folder.path as String, number = number as Int32] in
        signal(number, SIG_DFL)
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        try OutputFile.write(to: folder + "/x.csv") { sink in
          try sink("half")
          raise(number)
        }
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: lab.folder.path) == [])
    }

    @Test("beginning to watch again forgets no signal that has come")
    func watchedTwice() async {
      await #expect(processExitsWith: .exitCode(130)) {
        // The process that runs the tests may have them ignore it, or block it.
        signal(SIGHUP, SIG_DFL)
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        Interruption.watch()
        raise(SIGHUP)
        Interruption.watch()
        exit(Interruption.isRequested ? 130 : 0)
      }
    }

    @Test("what it was started to ignore, as nohup does, does not end it")
    func ignored() throws {
      let (lab, whole) = try lab()
      let line = "trap '' HUP; exec \"$LAB\" simulate sample.yaml --db cut.sqlite"
      #expect(try signalled(SIGHUP, line, in: lab).status == 0)
      #expect(try lab.rows("cut.sqlite") == whole)
    }
  }
#endif
