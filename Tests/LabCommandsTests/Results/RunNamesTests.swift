import Testing

@Suite("A name that is given to a run is kept, or refused before the work")
struct RunNamesTests {
  private func lab() throws -> Lab {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    return lab
  }

  private func names(_ lab: Lab, _ options: String...) throws -> [String] {
    try lab.run(["runs", "list", "--format", "csv"] + options).output.split(separator: "\r\n").dropFirst()
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)[1] }
  }

  @Test("a run that is stored already takes the name, and says what it was called")
  func replaced() throws {
    let lab = try lab()
    #expect(try lab("simulate", "sample.yaml", "--name", "first").status == 0)
    let again = try lab("simulate", "sample.yaml", "--name", "second")
    #expect(
      again.status == 0 && again.errors.contains("was called 'first' and is called 'second' from now on."))
    #expect(try names(lab) == ["second"])
  }

  @Test(
    "a name that another run has is refused before a trial is computed", arguments: ["", "--precision 0.01"])
  func taken(options: String) throws {
    let lab = try lab()
    #expect(try lab("simulate", "sample.yaml", "--name", "mine").status == 0)
    let other = try lab.shell("\"$LAB\" simulate sample.yaml --seed 6 \(options) --name mine")
    #expect(other.status == 64 && other.output.isEmpty)
    #expect(other.errors.contains("the name 'mine' belongs to "))
    #expect(try names(lab) == ["mine"])
  }

  @Test("a name that reads as a run's id is refused by simulate, by runs rename and by merge")
  func ids() throws {
    let lab = try lab()
    #expect(try lab("simulate", "sample.yaml").status == 0)
    let list = try lab("runs", "list", "--format", "csv").output.split(separator: "\r\n")
    let start = String(try #require(list.last).prefix(3))
    let part = "simulate sample.yaml --seed 7 --shard"
    for shard in ["1/2", "2/2"] {
      #expect(try lab.run(part.split(separator: " ").map(String.init) + [shard]).status == 0)
    }
    let refused = [
      try lab("simulate", "sample.yaml", "--seed", "6", "--name", start),
      try lab("runs", "rename", "last", start), try lab("runs", "rename", "last", "0123456789"),
      try lab.shell("\"$LAB\" merge att-lab.sqlite att-lab-shard-*.sqlite --name \(start)"),
    ]
    for outcome in refused {
      #expect(outcome.status == 64 && outcome.errors.contains("reads as the"), "\(outcome.errors)")
    }
    #expect(try names(lab) == [""])
  }

  @Test("merge keeps the name that the shards have, or the one that it is given, and asks where they differ")
  func merged() throws {
    let lab = try lab()
    for shard in ["1/2", "2/2"] {
      #expect(try lab("simulate", "sample.yaml", "--shard", shard, "--name", "night").status == 0)
    }
    #expect(try lab.shell("\"$LAB\" merge out.sqlite att-lab-shard-*.sqlite").status == 0)
    #expect(try names(lab, "--db", "out.sqlite") == ["night"])
    #expect(try lab.shell("\"$LAB\" merge out.sqlite att-lab-shard-*.sqlite --name day").status == 0)
    #expect(try names(lab, "--db", "out.sqlite") == ["day"])
    #expect(try lab("simulate", "sample.yaml", "--shard", "2/2", "--name", "other").status == 0)
    let differing = try lab.shell("\"$LAB\" merge new.sqlite att-lab-shard-*.sqlite")
    #expect(
      differing.status == 64 && differing.errors.contains("say with --name what the whole run is called"))
  }
}
