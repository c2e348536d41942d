import Foundation
import Testing

@Suite("A store that cannot be read or written")
struct UnwritableStoreTests {
  /// Every command that writes into a store, with what it writes.
  static let writing = [
    "simulate sample.yaml --quiet", "simulate sample.yaml --quiet --shard 1/2",
    "simulate sample.yaml --quiet --batch batch.csv", "plan --baseline 20% --lift 2pp",
    "plan sample.yaml --simulations 0",
    "optimize search.yaml --quiet --trials 60 --installs 200",
    "calibrate sample.yaml --counts funnel.csv --installs 4000 --quiet",
    "explore sample.yaml",
  ]

  /// Every command that needs a run of a store.
  static let reading = [
    "show last", "report last --out -", "compare last", "plan last --simulations 0", "export last",
    "runs list", "runs show last", "runs rename last x", "runs note last x", "runs remove last",
    "runs replay last",
  ]

  private func lab() throws -> Lab {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    try lab.write(
      sampleExperiment.components(separatedBy: "arms:")[0]
        + "search:\n  ask: [onboarding, launch]\n  usage_string: plain\n", to: "search.yaml")
    try lab.write("trials\n2\n3\n", to: "batch.csv")
    try lab.write("arm,installs,allowed_by_7\nlaunch,1000,160\nlater,1000,233\n", to: "funnel.csv")
    try lab.write("no store", to: "text.sqlite")
    try FileManager.default.createDirectory(atPath: lab.path("folder"), withIntermediateDirectories: false)
    return lab
  }

  @Test("a folder in its place has one message and one exit code", arguments: writing + reading)
  func folder(command: String) throws {
    let outcome = try lab().shell("\"$LAB\" \(command) --db folder")
    #expect(outcome.status == 74, "\(outcome.errors)")
    #expect(
      outcome.errors.contains(
        "Error: 'folder' is not a store: expected a SQLite file, found a folder; name a file in it with --db, such as "
          + "'folder/att-lab.sqlite'\n"), "\(outcome.errors)")
  }

  @Test("so has this folder itself", arguments: ["explore sample.yaml", "simulate sample.yaml", "runs"])
  func dot(command: String) throws {
    let outcome = try lab().shell("\"$LAB\" \(command) --db .")
    #expect(outcome.status == 74, "\(outcome.errors)")
    #expect(outcome.errors.contains("Error: '.' is not a store: expected a SQLite file, found a folder"))
  }

  @Test("another file in its place has one message and one exit code", arguments: writing + reading)
  func text(command: String) throws {
    let outcome = try lab().shell("\"$LAB\" \(command) --db text.sqlite")
    #expect(outcome.status == 74, "\(outcome.errors)")
    #expect(
      outcome.errors.contains(
        "Error: 'text.sqlite' is not a store: expected a SQLite file, found something else"),
      "\(outcome.errors)")
  }

  @Test("a folder that does not exist has one message and one exit code", arguments: writing)
  func missing(command: String) throws {
    let outcome = try lab().shell("\"$LAB\" \(command) --db none/x.sqlite")
    #expect(
      outcome.status == 74
        && outcome.errors.contains("Error: cannot make the store 'none/x.sqlite': the folder "),
      "\(outcome.errors)")
  }

  @Test("a file or folder without permission has one message and one exit code", arguments: writing)
  func readOnly(command: String) throws {
    // Nobody refuses the user root anything.
    guard geteuid() != 0 else { return }
    let lab = try lab()
    #expect(
      try lab.shell("\"$LAB\" simulate sample.yaml --trials 4 --quiet --db folder/runs.sqlite").status == 0)
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: lab.path("folder"))
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: lab.path("folder"))
    }
    for name in ["runs", "new"] {
      let outcome = try lab.shell("\"$LAB\" \(command) --db folder/\(name).sqlite")
      #expect(
        outcome.status == 74
          && outcome.errors.contains("Error: cannot write the store 'folder/\(name).sqlite'"),
        "\(outcome.errors)")
    }
  }

  @Test("a result that cannot be kept is printed all the same")
  func printed() throws {
    let outcome = try lab().shell("\"$LAB\" plan --baseline 20% --lift 2pp --db folder")
    #expect(outcome.status == 74 && outcome.output.contains("13,020 in total"))
    #expect(outcome.errors.hasSuffix("The result above is not saved. With --no-store none is.\n"))
  }
}
