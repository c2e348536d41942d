import Foundation
import Testing

@testable import LabCommands

@Suite("Paths of every command")
struct PathNamesTests {
  /// Names that once ended a program or could, as a shell spells them.
  private static let names = [
    "t", "é", "' '", "'two words'", "a/", ".", "..", "l", "./m", "$(printf '\\377')",
    "$(printf n%.0s $(seq 300))",
    "$(printf n%.0s $(seq 4096))", "no/t", "''",
  ]

  /// Every option and argument that is a path, with `PATH` in its place.
  private static let writing = [
    "simulate sample.yaml --csv PATH", "simulate sample.yaml --report PATH", "simulate sample.yaml --db PATH",
    "export --out PATH", "export -o PATH", "report --no-alternatives --out PATH", "init --out PATH",
    "merge PATH part.sqlite", "simulate sample.yaml --shard 1/2 --db PATH",
  ]
  private static let reading = [
    "simulate PATH", "simulate PATH --dry-run", "trace PATH", "check PATH", "analyze PATH", "runs --db PATH",
    "runs show --db PATH", "runs replay --db PATH", "runs remove last --yes --db PATH", "compare --db PATH",
    "export --db PATH", "report --db PATH --out r", "merge all.sqlite PATH",
  ]

  private func lab() throws -> Lab {
    let lab = try Lab()
    try lab.write(
      sampleExperiment.replacing("trials: 6", with: "trials: 2").replacing(
        "installs: 400", with: "installs: 20"),
      to: "sample.yaml")
    #expect(try lab("simulate", "sample.yaml", "--quiet").status == 0)
    for shard in ["1/2", "2/2"] {
      #expect(
        try lab("simulate", "sample.yaml", "--shard", shard, "--db", "part.sqlite", "--quiet").status == 0)
    }
    return lab
  }

  @Test("end with what they say, whatever the name: done, or a message", arguments: writing + reading)
  func names(command: String) throws {
    let lab = try lab()
    let lines = Self.names.map { name in
      """
      rm -rf t é ' ' 'two words' m l ./m r a; ln -s m l
      "$LAB" \(command.replacing("PATH", with: name)) >out 2>err </dev/null; echo "$? $(wc -c <err)"
      grep -aE 'NSCocoa|Error Domain|[a-z]+\\([a-z]+: ' err
      """
    }
    let outcome = try lab.shell(lines.joined(separator: "\n"))
    let results = outcome.output.split(separator: "\n").map {
      $0.split(separator: " ").compactMap { Int($0) }
    }
    #expect(results.count == Self.names.count, "\(outcome.output)")
    for (name, result) in zip(Self.names, results) {
      #expect(result.count == 2 && [0, 2, 64, 65, 74].contains(result[0]), "\(command) \(name): \(result)")
      #expect(result.first == 0 || result.last ?? 0 > 10, "\(command) \(name): \(result)")
    }
  }

  @Test(
    "are written where they are of one character, and through a link of one",
    arguments: [
      "simulate sample.yaml --csv", "simulate sample.yaml --report", "simulate sample.yaml --db",
      "export --out",
      "report --no-rivals --out", "init --out",
    ])
  func oneCharacter(command: String) throws {
    let lab = try lab()
    for name in ["t", "é", " "] {
      #expect(try lab.shell("\"$LAB\" \(command) '\(name)' >/dev/null").status == 0)
      #expect(FileManager.default.fileExists(atPath: lab.path(name)))
    }
    guard !command.hasPrefix("init") else { return }
    try FileManager.default.createSymbolicLink(atPath: lab.path("l"), withDestinationPath: "m")
    #expect(try lab.shell("\"$LAB\" \(command) l >/dev/null").status == 0)
    #expect(FileManager.default.fileExists(atPath: lab.path("m")))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: lab.path("l")) == "m")
  }

  @Test("of one character may hold an experiment that names a population file")
  func population() throws {
    let lab = try lab()
    try lab.write(splitExperiment, to: "p")
    try lab.write(splitPopulation, to: "pop.yaml")
    #expect(try lab("simulate", "p", "--quiet").status == 0)
    #expect(try lab("trace", "p").status == 0)
  }

  @Test("may be what a shell hands over, for an experiment as for data")
  func handedOver() throws {
    let lab = try lab()
    let outcome = try lab.shell("cat sample.yaml | \"$LAB\" simulate /dev/fd/3 --quiet 3<&0 </dev/null")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
  }

  @Test("that cannot be written are refused before anything is computed")
  func before() throws {
    let lab = try lab()
    for name in Self.names where ["a/", ".", "no/t"].contains(name) || name.hasPrefix("$") {
      for option in ["--csv", "--report"] {
        let outcome = try lab.shell(
          "rm -f new.sqlite*; \"$LAB\" simulate sample.yaml --db new.sqlite --trials 1 \(option) \(name); ls new*"
        )
        #expect(outcome.errors.contains("cannot write"), "\(option) \(name)")
        #expect(!outcome.output.contains("new.sqlite"), "\(option) \(name)")
      }
    }
  }
}

/// The sample with its population in a file of its own.
let splitExperiment = sampleExperiment.replacing(
  /population:\n(?:  .*\n)+?usage/, with: "population: ./pop.yaml\nusage")

/// That file.
let splitPopulation: String = {
  let lines = sampleExperiment.firstMatch(of: /population:\n((?:  .*\n)+)/)?.output.1 ?? ""
  return lines.split(separator: "\n").map { $0.dropFirst(2) + "\n" }.joined()
}()
