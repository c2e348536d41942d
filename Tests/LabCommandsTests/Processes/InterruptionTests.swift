#if os(Linux)
  import Foundation
  import Testing

  @testable import LabCommands

  // The moment is made and not waited for: the program computes, cannot store because the test holds the
  // store's lock, is sent the signal, and then the lock is given up.
  @Suite("Ended from outside")
  struct InterruptionTests {
    private static let experiment = sampleExperiment.replacing("trials: 6", with: "trials: 300")

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
      "ended by whatever signal, what is stored stays, it is said how to go on, and the same command goes on",
      arguments: [(SIGINT, ""), (SIGHUP, ""), (SIGTERM, "--shard 2/2"), (SIGKILL, "")])
    func ended(number: Int32, options: String) async throws {
      let lab = try Lab(of: Self.experiment)
      let command = "simulate sample.yaml \(options)"
      try await lab.perform("\(command) --quiet --db whole.sqlite")
      try lab.begin(Self.experiment, in: "cut.sqlite")
      // A shard writes no table.
      let table = options.isEmpty ? "--csv cut.csv" : ""
      let cut = try signalled(number, "exec \"$LAB\" \(command) --db cut.sqlite \(table)", in: lab)
      #expect(cut.status == (number == SIGKILL ? SIGKILL : 130) && cut.output.isEmpty)
      #expect(number == SIGKILL || cut.errors.contains("att-lab simulate sample.yaml"))
      #expect(!FileManager.default.fileExists(atPath: lab.path("cut.csv")))
      try await lab.perform("\(command) --quiet --db cut.sqlite")
      #expect(try lab.rows("cut.sqlite") == lab.rows("whole.sqlite"))
    }

    @Test("a calibration that is interrupted has written nothing, and says so")
    func calibration() throws {
      let lab = try Lab(of: sampleExperiment)
      try lab.write("arm,installs,prompted,allowed_by_7\nlaunch,1000,1000,160\n", to: "funnel.csv")
      try lab.begin(Self.experiment, in: "cut.sqlite")
      let cut = try signalled(
        SIGINT,
        "exec \"$LAB\" calibrate funnel.csv --file sample.yaml --installs 1000 --db cut.sqlite --out ours.yaml",
        in: lab)
      #expect(cut.status == 130 && cut.output.isEmpty, "\(cut.errors)")
      #expect(!FileManager.default.fileExists(atPath: lab.path("ours.yaml")))
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
      #expect(try lab.read("errors").split(separator: "\n").count == 1)
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
  }
#endif
