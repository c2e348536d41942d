#if os(Linux)
  import Foundation
  import Testing

  @testable import LabCommands

  @Suite("Files that are written, and what they never destroy")
  struct FilesTests {
    private let lab: Lab

    init() async throws { lab = try await Lab.simulated("--name one", of: sampleExperiment) }

    @Test(
      "a table goes to standard output by any of its names, to a reader that has gone away, and to no full one"
    )
    func standardOutput() async throws {
      let table = try await lab.written("export one")
      for path in ["-", "/dev/stdout", "/dev/fd/1"] {
        #expect(try lab.shell("\"$LAB\" export one --out \(path) | cat").output == table)
      }
      #expect(!FileManager.default.fileExists(atPath: lab.path("-")))
      let gone = try lab.shell("{ \"$LAB\" export one --table trials; echo $? >&2; } | head -n 1")
      #expect(gone.errors == "0\n" && gone.output.hasPrefix("run,"))
      for command in ["export one", "report one --out -", "schema"] {
        #expect(try lab.shell("\"$LAB\" \(command) > /dev/full").status == 74)
      }
    }

    @Test("a link stays and what it leads to is written; a pipe is written to")
    func links() async throws {
      let table = try await lab.written("export one")
      try FileManager.default.createSymbolicLink(
        atPath: lab.path("link.csv"), withDestinationPath: lab.path("real.csv"))
      try await lab.perform("export one --out link.csv")
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: lab.path("link.csv")).hasSuffix("real.csv"))
      #expect(try lab.read("real.csv") == table)
      let piped = try lab.shell(
        "mkfifo pipe; cat pipe >read & \"$LAB\" export one --out pipe; s=$?; wait; exit $s")
      #expect(piped.status == 0)
      #expect(try lab.read("read") == table)
    }

    @Test("a file that exists is replaced with --force alone, and nothing else is left beside it")
    func replaced() async throws {
      try lab.write("old", to: "old.csv")
      #expect(await lab.ending("export one --out old.csv") == .inputOutput)
      #expect(try lab.read("old.csv") == "old")
      #expect(await lab.ending("export one --out old.csv --force") == .done)
      #expect(try await lab.read("old.csv") == lab.written("export one"))
      let left = try FileManager.default.contentsOfDirectory(atPath: lab.folder.path)
      #expect(!left.contains { $0.hasSuffix(".part") })
    }

    @Test("what cannot be written is refused before anything is computed, and nothing is left behind")
    func unwritable() async throws {
      for path in ["none/x.csv", ".", String(repeating: "n", count: 300)] {
        let line = "simulate sample.yaml --quiet --db new.sqlite --csv '\(lab.path(path))'"
        #expect(await lab.ending(line) == .inputOutput)
      }
      #expect(!FileManager.default.fileExists(atPath: lab.path("new.sqlite")))
    }

    @Test(
      "a file that exists is left as it is, by whatever name, unless it is to be replaced",
      arguments: ["sample.yaml", "./sample.yaml", "linked.csv", "hard.csv", "att-lab.sqlite", "old.csv"])
    func existing(name: String) async throws {
      #expect(
        try lab.shell("ln -s sample.yaml linked.csv; ln sample.yaml hard.csv; echo old >old.csv").status == 0)
      let path = lab.path(name)
      let before = FileManager.default.contents(atPath: path)
      for line in [
        "simulate sample.yaml --quiet --csv '\(path)'", "simulate sample.yaml --quiet --report '\(path)'",
        "export one --out '\(path)'", "report one --out '\(path)'", "init shop --out '\(path)'",
      ] {
        let status = await lab.ending(line)
        #expect(status == .misuse || status == .inputOutput, "\(line)")
      }
      #expect(FileManager.default.contents(atPath: path) == before)
      _ = try await lab.written("show one")
    }

    @Test("a store is not replaced, even where files may be")
    func store() async throws {
      #expect(await lab.ending("show one --out att-lab.sqlite --force") == .inputOutput)
      // Nor is what the command reads, by whatever name: the result may rest on it.
      try lab.write("extends: sample.yaml\n", to: "over.yaml")
      try lab.write("arm,installs,allowed\na,1000,200\nb,1000,300\n", to: "read.csv")
      for line in [
        "simulate over.yaml --trials 4 --installs 50 --out sample.yaml --force",
        "analyze read.csv --out '\(lab.path("./read.csv"))' --force",
      ] {
        #expect(await lab.ending(line) == .inputOutput, "\(line)")
      }
      _ = try await lab.written("show one")
    }

    @Test(
      "every command that shows something writes every format",
      arguments: ["text", "markdown", "html", "csv", "json"])
    func formats(format: String) async throws {
      _ = try await lab.written("simulate sample.yaml --seed 9 --quiet --name two")
      for line in [
        "simulate sample.yaml --quiet", "show one", "show one --verbose", "compare one two", "runs list",
        "explain R19", "explain read-an-answer", "trace sample.yaml", "check sample.yaml",
        "plan --baseline 20% --lift 2pp --no-store",
        "analyze --counts 'a=1000/5000,b=1100/5000' --denominator installs",
      ] {
        #expect(try await !lab.written("\(line) --format \(format)", despite: [.notShown]).isEmpty, "\(line)")
      }
    }

    @Test("an experiment in a folder is checked with the app there, and a broken one is said not to be read")
    func experimentInFolder() async throws {
      struct Report: Decodable {
        struct Place: Decodable { var file: String }
        var reviewer: [Place]
        var unread: [Place]
      }
      let lab = try Lab()
      try FileManager.default.createDirectory(
        atPath: lab.path("App/plans"), withIntermediateDirectories: true)
      try lab.write(sampleExperiment, to: "App/plans/timing.yaml")
      try lab.write("arms: [", to: "App/plans/broken.yaml")
      try lab.write(
        """
        struct Ask: View {
          var body: some View { Button("Next") { ATTrackingManager.requestTrackingAuthorization { _ in } } }
        }
        """, to: "App/Ask.swift")
      let text = try await lab.written("check '\(lab.path("App"))' --format json", despite: [.notShown])
      let report = try JSONDecoder().decode(Report.self, from: Data(text.utf8))
      let names = Set(report.reviewer.map { $0.file.replacing(lab.path("App"), with: "") })
      #expect(names == ["/plans/timing.yaml", "/Ask.swift:2"])
      #expect(report.unread.map(\.file) == [lab.path("App/plans/broken.yaml")])
    }

    @Test("a file that fills the disk leaves what was there, and nothing else")
    func full() async throws {
      _ = try await lab.written("simulate sample.yaml --trials 90 --quiet")
      // Files may not grow beyond 50 KiB.
      let outcome = try lab.shell("trap '' XFSZ; ulimit -f 100; \"$LAB\" export --table trials --out new.csv")
      #expect(outcome.status == 74)
      let left = try FileManager.default.contentsOfDirectory(atPath: lab.folder.path)
      #expect(left.filter { !$0.hasPrefix("att-lab.sqlite") } == ["sample.yaml"])
    }

    @Test("a store that has too little room says so or is whole, and the same command goes on")
    func scarce() async throws {
      let rows = try lab.rows("att-lab.sqlite")
      var refused = 0
      // In blocks of 512 bytes: from the header of a store to more than the whole of this one.
      for blocks in [8, 100, 250, 500, 2_400] {
        let line = "\"$LAB\" simulate sample.yaml --quiet --db cut.sqlite"
        let outcome = try lab.shell("rm -f cut.*; ulimit -f \(blocks); \(line)")
        if outcome.status != 0 {
          refused += 1
          #expect(outcome.status == 74 && outcome.output.isEmpty && !outcome.errors.isEmpty)
        }
        #expect(try lab.shell(line).status == 0)
        #expect(try lab.rows("cut.sqlite") == rows)
      }
      #expect((1...4).contains(refused))
    }

    @Test(
      "what is no store has one exit status in every command",
      arguments: ["folder", "text.sqlite", "none/x.sqlite", ".", "pipe"])
    func stores(name: String) async throws {
      let lab = try Lab(of: sampleExperiment)
      try lab.write("arm,installs,allowed_by_7\nlaunch,1000,160\nlater,1000,233\n", to: "funnel.csv")
      try lab.write(searchedExperiment, to: "search.yaml")
      try lab.write("no store", to: "text.sqlite")
      #expect(try lab.shell("mkdir folder; mkfifo pipe").status == 0)
      for command in [
        "simulate sample.yaml --quiet", "plan sample.yaml", "show last", "report last --out -", "export last",
        "optimize search.yaml --quiet --trials 40 --installs 100", "runs list", "runs remove last --yes",
        "compare last last", "calibrate funnel.csv --file sample.yaml --installs 1000 --quiet",
      ] {
        #expect(await lab.ending("\(command) --db '\(lab.path(name))'") == .inputOutput, "\(command)")
      }
      #expect(try lab.read("text.sqlite") == "no store")
    }

    @Test("names that would steer a terminal are written with escapes, on one line")
    func hostileNames() async throws {
      let name = "a\nError: all is well\u{1B}[31m\t"
      for arguments in [
        ["simulate", "\(name).yaml"], ["check", "\(name).plist"], ["analyze", "\(name).csv"],
        ["simulate", "sample.yaml", "--db", "\(name)/s"], ["simulate", "sample.yaml", "--set", "\(name)=1"],
        ["simulate", "sample.yaml", "--trials", name], ["simulate", "sample.yaml", "--\(name)"], [name],
        ["init", name], ["show", name], ["export", "--table", "strategy", "--arm", name], ["explain", name],
        ["merge", "all.sqlite", name],
      ] {
        let outcome = try lab.run(arguments)
        #expect(outcome.status != 0, "\(arguments)")
        #expect(outcome.errors.contains("a\\nError: all is well\\u{1B}[31m\\t"), "\(arguments)")
        #expect(!outcome.errors.contains("\u{1B}") && !outcome.errors.contains("\t"), "\(arguments)")
      }
    }

    @Test("names from the file and from data steer neither a terminal nor a spreadsheet, nor a browser")
    func hostileTexts() async throws {
      let lab = try await Lab.simulated(
        "--name '</title><script>'",
        of: sampleExperiment.replacing("loyal:", with: "\"=HYPERLINK(1)\":")
          .replacing("launch: {ask", with: "\"+launch\": {ask")
          .replacing("experiment: sample", with: "experiment: \"@x\"")
          .replacing("Now or later?", with: "'<script>alert(1)</script>'"))
      for name in ["review", "daily", "segments", "trials"] {
        for row in try await parsed(lab.written("export --table \(name)")) {
          #expect(!row.contains { cell in "=+@\t\r".contains(cell.prefix(1)) && !cell.isEmpty }, "\(name)")
        }
      }
      #expect(try await !lab.written("report").contains("<script"))
      for command in ["show", "runs list"] {
        #expect(try await !lab.written(command).contains("\u{1B}"))
      }
      try lab.write(
        "arm,installs,allowed\n\"=cmd|'/c calc'!A1\",100,20\n\u{1B}[2Jred,100,30\n", to: "hostile.csv")
      for format in ["text", "csv", "json"] {
        #expect(try await !lab.written("analyze hostile.csv --format \(format)").contains("\u{1B}"))
      }
    }
  }
#endif
