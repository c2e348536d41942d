import ExperimentDesign
import Foundation
import ScratchFolders
import Testing
import TextFormats

@testable import ExperimentFiles

/// A file over another, and what differs between two as such a file.
@Suite("Overlays")
struct OverlayTests {
  private let scratch = Scratch()
  private let base = """
    # About it.
    experiment: sample
    population: news
    adjust:
      allow: {rate: {beta: [31, 69]}, spread: 0.8}
      alerts: {push: {at: onboarding}}
    usage_strings:
      plain: {text: "It, and more"}
    arms:
      # The first.
      launch: {ask: launch, usage_string: plain}
      "a.b": {ask: {after: article, count: 3}, usage_string: plain}

    """

  private func read(_ own: String) throws -> ExperimentFile {
    try loadExperiment(
      text: Array(own.utf8), path: "own.yaml", extended: ("sample.yaml", base))
  }

  private func after(_ own: String = "extends: sample.yaml\n", _ edits: TextEdit...) throws -> String {
    try edited(own, edits, path: "own.yaml", file: ("sample.yaml", base))
  }

  @Test("mappings merge key by key, distributions and moments are replaced, and null takes out")
  func merging() throws {
    let file = try read(
      """
      extends: sample.yaml
      trials: 7
      adjust: {allow: {rate: {normal: [0.3, 0.02]}}}
      arms: {launch: null, a.b: {ask: {session: 2}}, c: {ask: onboarding, usage_string: plain}}
      """)
    let experiment = file.experiment
    #expect(experiment.trials == 7 && experiment.name == "sample")
    #expect(
      experiment.arms.map(\.name) == ["a.b", "c"] && experiment.arms[0].strategy.trigger == .session(2))
    let people = experiment.scenarios[0].segments[0]
    #expect(people[.allowRate].distribution == .normal(mean: 0.3, sd: 0.02))
    #expect(people[.allowSpread].constant == 0.8)
    // The text is all of it, and needs no other file.
    #expect(try load(file.text).experiment == experiment)
  }

  @Test("null in a layer takes out what the file has there, else what lies below the layer")
  func nullInLayers() throws {
    func segment(_ adjust: String) throws -> Segment {
      try read("extends: sample.yaml\nadjust: \(adjust)\n").experiment.scenarios[0].segments[0]
    }
    let plain = try load(base.replacing("  alerts: {push: {at: onboarding}}\n", with: "")).experiment
    #expect(
      try segment("{alerts: null}").surroundings.alerts == plain.scenarios[0].segments[0].surroundings.alerts)
    #expect(try segment("{allow: {spread: 1}}").value != nil)
    #expect(try segment("{value: null}").value == nil)
  }

  @Test("what differs between two texts, written over the first, is the second")
  func difference() throws {
    for other in [
      base, base.replacing("launch: {ask: launch", with: "second: {ask: onboarding"),
      base.replacing("spread: 0.8", with: "value: -0.5"), base.replacing("{beta: [31, 69]}", with: "30%"),
      base.replacing("population: news", with: "population: game").replacing("article", with: "level"),
      wholeExperiment,
    ] {
      func tree(_ text: String) throws -> LocatedNode {
        let problems = ProblemList()
        return try #require(try readYAML(Array(text.utf8), file: "x", rank: 0, problems: problems))
      }
      let (one, two) = (try tree(base), try tree(other))
      let made = MadeExperiment(meant: two, base: one, comment: [])
      var over = try tree(made.text(extending: "sample.yaml"))
      over["extends"] = nil
      // What is new stands behind what was there.
      func sorted(_ node: LocatedNode) -> String {
        guard node.isMapping else { return node.flowText }
        return "{" + node.entries.map { "\($0.key): \(sorted($0.value))" }.sorted().joined(separator: ", ")
          + "}"
      }
      #expect(sorted(one.overlaid(by: over)) == sorted(two))
      #expect(try tree(made.whole).flowText == two.flowText)
    }
  }

  @Test(
    "a heading with comments alone under it says nothing, and is not written",
    arguments: BuiltInPopulation.allCases)
  func headings(preset: BuiltInPopulation) throws {
    let file = try load(starterExperiment(preset: preset))
    let again = try load(MadeExperiment(meant: file.root, base: file.root, comment: []).whole)
    #expect(again.experiment == file.experiment && !again.text.contains("adjust"))
  }

  @Test("edits write what differs and nothing else, and taken back they leave nothing")
  func edits() throws {
    let moved = try after(
      "extends: sample.yaml\n", .init(.set, "population.allow.rate", value: "0.3"),
      .init(.copy, "arms.launch", value: "launch_2"), .init(.set, "arms.launch_2.ask", value: "{session: 2}"))
    #expect(
      moved == """
        extends: sample.yaml
        adjust:
          allow: {rate: 0.3}
        arms:
          launch_2: {ask: {session: 2}, usage_string: plain}

        """)
    #expect(
      try after(moved, .init(.restore, "population.allow.rate"), .init(.remove, "arms.launch_2"))
        == "extends: sample.yaml\n")
    let renamed = try read(
      after(
        "extends: sample.yaml\n", .init(.copy, "arms.a.b", value: "At article"), .init(.remove, "arms.a.b")))
    #expect(renamed.experiment.arms.map(\.name) == ["launch", "At article"])
  }

  @Test("a text that extends nothing is edited whole")
  func whole() throws {
    let text = try after(base, .init(.set, "seed", value: "7"), .init(.remove, "arms.launch"))
    #expect(try load(text).experiment.seed == 7 && !text.contains("extends") && !text.contains("launch"))
    let back = try after(text, .init(.restore, "arms.launch"), .init(.restore, "seed"))
    #expect(try load(back).experiment.arms.count == 2)
  }

  @Test("a number that is written over a file, or set, goes over the joint by which the file draws it")
  func overJoint() throws {
    let drawn = base.replacing(
      "  allow: {rate: {beta: [31, 69]}, spread: 0.8}\n",
      with: "  joint: [{paths: [allow.rate, allow.value], scale: [logit, identity], mean: [-0.8, 0.25], "
        + "covariance: [[0.01, -0.004], [-0.004, 0.006]]}]\n")
    let over = try edited(
      "extends: sample.yaml\n", [.init(.set, "population.allow.rate", value: "0.4")], path: "own.yaml",
      file: ("sample.yaml", drawn))
    #expect(over == "extends: sample.yaml\nadjust:\n  allow: {rate: 0.4}\n")
    let file = try loadExperiment(
      text: Array(over.utf8), path: "own.yaml", extended: ("sample.yaml", drawn))
    let set = try load(drawn, set: [("population.allow.rate", "0.4")])
    for found in [file, set] {
      let people = found.experiment.scenarios[0].segments[0]
      #expect(people[.allowRate].constant == 0.4)
      #expect(people[.allowValue].distribution == .joint("adjust.joint.0", member: 1))
    }
    #expect(!file.warnings.contains { $0.problem.message.contains("no effect") })
    #expect(file.experiment.ownNumbers.contains("allow.rate"))
  }

  @Test("what is no YAML, no key, no option and no other name is refused")
  func refused() {
    for (text, edit) in [
      ("a: [", TextEdit(.remove, "a")), (base, .init(.set, "arms.nobody.ask", value: "launch")),
      (base, .init(.set, "arms.launch.ask", value: "{")), (base, .init(.copy, "arms.launch", value: "a.b")),
      (base, .init(.remove, "arms.nobody")),
      ("extends: other.yaml\n", .init(.set, "seed", value: "1")),
      (base, .init(.set, "extends", value: "x.yaml")),
    ] {
      #expect(throws: FileProblems.self, "\(edit)") { try after(text, edit) }
    }
  }

  @Test(
    "files are sought beside the one that names them, problems stand where they are, and nothing extends itself"
  )
  func files() throws {
    for (name, text) in [
      ("sample.yaml", base), ("one.yaml", "extends: sample.yaml\ntrials: 60\n"),
      ("two.yaml", "extends: one.yaml\ninstalls: 70\n"), ("self.yaml", "extends: self.yaml\n"),
      ("none.yaml", "extends: nobody.yaml\n"), ("bad.yaml", base.replacing("0.8", with: "eight")),
      ("overbad.yaml", "# Over it.\nextends: bad.yaml\ntrials: none\n"), ("list.yaml", "extends: [a]\n"),
      ("typo.yaml", "extends: sample.yaml\narms:\n  lanch: null\n"),
      ("ring.yaml", "extends: link.yaml\n"), ("link.yaml", "# To the ring.\nextends: ./ring.yaml\n"),
    ] { try scratch.write(text, to: name) }
    let two = try loadExperiment(path: scratch.path("two.yaml")).experiment
    #expect(two.trials == 60 && two.installs == 70)
    func problems(_ name: String) -> [String]? {
      let path = scratch.path(name)
      let found = #expect(throws: FileProblems.self) { try loadExperiment(path: path) }?.problems
      return found?.map { "\(URL(fileURLWithPath: $0.file).lastPathComponent):\($0.line)" }
    }
    #expect(problems("self.yaml") == ["self.yaml:1"] && problems("none.yaml") == ["none.yaml:1"])
    #expect(problems("list.yaml") == ["list.yaml:1"] && problems("typo.yaml") == ["typo.yaml:3"])
    #expect(problems("overbad.yaml") == ["bad.yaml:5", "overbad.yaml:3"])
    // A circle is told where it closes, with the files in it.
    let ring = scratch.path("ring.yaml")
    let circle = #expect(throws: FileProblems.self) { try loadExperiment(path: ring) }?.problems
    #expect(circle?.count == 1 && circle?.first?.line == 2)
    #expect(
      circle?.first?.message.contains("ring.yaml, which extends link.yaml, which extends ring.yaml") == true)
  }

  @Test("what data teach is written over the file, with the numbers that it replaces taken out")
  func learning() throws {
    let file = try read("extends: sample.yaml\n")
    let learnt = Evidence(
      grade: .measured, source: "counts", date: "2026-01-01", denominator: "installs")
    let made = file.learning(
      [
        ("allow.rate", .logit, -0.8, learnt), ("allow.value", .identity, 0.25, nil),
        ("usage_strings.plain.odds_ratio", .log, 0, learnt),
      ], covariance: [[0.01, -0.004, 0], [-0.004, 0.006, 0], [0, 0, 0.04]], comment: ["Learnt."])
    let own = made.text(extending: "sample.yaml")
    #expect(own.hasPrefix("# Learnt.\nextends: sample.yaml\nadjust:\n"))
    let again = try read(own).experiment
    #expect(again == (try load(made.whole).experiment))
    #expect(
      again.joints.map(\.mean).contains([-0.8, 0.25]) && again.evidence["allow.rate"]?.grade == .measured)
    #expect(again.arms[0].usageString[.usageOddsRatio].distribution == .lognormal(median: 1, sigma: 0.2))
    #expect(again.scenarios[0].segments[0][.allowSpread].constant == 0.8)
  }
}
