import Foundation
import ResultStore
import Testing

@Suite("Plans that are kept")
struct PlanStoreTests {
  private func lab() throws -> Lab { try Lab.simulating("--trials 60 --name one") }

  private static let questions = [
    "--baseline 20% --lift 2pp --power 80% --installs-per-week 3000 --day 7",
    "--rates 20%,22%,23% --planned 20000 --allocation 2,1,1", "--baseline 20% --planned 20000 --sides one",
    "--rates 20%,22%,18% --all", "--rates 20%,22%,23%",
    "--baseline 20% --lift 2pp --looks 3 --day 7 --per-day 500 --start 2026-11-22",
    "--baseline 20% --lift 2pp --looks 2 --spending pocock", "--baseline 20% --lift 2pp --peek",
    "--baseline 2% --lift 8pp --test fisher", "--rates 20%,22% --per-arm 6509 --power 80%",
    "--baseline 40% --lift 4pp --denominator prompted --reach 60%,70% --lost 5%",
    "--baseline 20% --lift 5pp --clusters 10,10 --icc 0.002",
    "--baseline 20% --lift 5pp --cluster-size 200 --icc 0.01",
    "--baseline 20% --aim non-inferior --margin 1pp", "--baseline 20% --aim equivalent --margin 1pp",
    "--baseline 20% --lift 2pp --ramp 10%x7,25%x7,50% --per-day 500",
    "one --day 7 --per-day 500 --lift 2pp --simulations 50 --future 100000 --cost-per-install 0.001",
    "one --looks 2 --day 7 --simulations 0 --start 2026-11-22 --per-day 100",
    "one --planned 3000 --simulations 20",
    "one --arms launch,later --sides one --planned 3000 --simulations 20 --rule analyze --future 100000",
    "one --aim non-inferior --margin 2pp --planned 3000 --simulations 20",
    "one --aim equivalent --margin 2pp --planned 3000 --simulations 20 --per-day 500",
    "one --cluster-size 200 --icc 0.01 --lift 5pp --simulations 5",
  ]

  @Test("show prints what the plan printed, in every format", arguments: questions)
  func shown(question: String) throws {
    let lab = try question.hasPrefix("one") ? lab() : Lab()
    let id = try lab.expectKept("\"$LAB\" plan \(question)", as: "plan")
    let report = try lab("report", id, "--out", "-")
    #expect(report.status == 0 && report.output.contains("<svg"), "\(report.errors)")
  }

  @Test("a plan has a name, a note, a table and a place in the list")
  func kept() throws {
    let lab = try lab()
    let id = try lab.shell("\"$LAB\" plan --baseline 20% --lift 2pp").savedID()
    #expect(try lab("runs", "rename", id, "size").status == 0)
    #expect(try lab("runs", "note", "size", "For the board.").status == 0)
    let shown = try lab("show", "size")
    #expect(shown.output.contains("13,020 in total") && shown.errors == "Note: For the board.\n")
    #expect(try lab("export", "size").output.hasPrefix("installs_a,installs_b,planned,days,power\r\n"))
    let json = try lab("runs", "list", "--format", "json").output
    let list = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let plan = try #require((list["studies"] as? [[String: Any]])?.first)
    #expect(plan["study"] as? String == id && plan["kind"] as? String == "plan")
    #expect(plan["result"] as? String == "13,020 installs, power 80% for +2 pp")
    #expect(plan["arguments"] as? [String] == ["plan", "--baseline", "20%", "--lift", "2pp"])
    // Runs are what they were.
    #expect(try lab("runs", "list", "--format", "csv").output.split(separator: "\r\n").count == 2)
    #expect(try lab("show").output.contains("one") && lab("show", "last").status == 0)
    #expect(try lab("compare", "size").errors.contains("'size' is a plan of the store"))
    for (command, option) in [("show", "--verbose"), ("show", "--file"), ("report", "--no-alternatives")] {
      let refused = try lab(command, "size", option)
      #expect(refused.status == 64 && refused.errors.contains("'\(option)' is for runs"))
    }
    #expect(try lab("export", "size", "--table", "trials").errors.contains("is a table of runs"))
    #expect(try lab("report", "one", "size").status == 64)
    #expect(try lab("runs", "remove", "size", "--yes").errors == "Removed plan \(id).\n")
    #expect(try lab("show", id).status == 64)
  }

  @Test("the same plan asked for in other words is the same, and another is another")
  func same() throws {
    let lab = try lab()
    let id = try lab.shell("\"$LAB\" plan --baseline 20% --lift 2pp").savedID()
    #expect(try lab.shell("\"$LAB\" plan --rates 0.2,0.22 --power 0.8").savedID() == id)
    #expect(try lab.shell("\"$LAB\" plan --baseline 20% --lift 3pp").savedID() != id)
    let planned = try lab.shell("\"$LAB\" plan last --simulations 9").savedID()
    #expect(try lab.shell("\"$LAB\" plan one --simulations 9").savedID() == planned)
    #expect(try lab.shell("\"$LAB\" plan one --simulations 10").savedID() != planned)
  }

  @Test("a plan goes with its run, and the question says so")
  func removed() throws {
    let lab = try lab()
    let id = try lab.shell("\"$LAB\" plan one --simulations 9").savedID()
    #expect(try lab("runs", "remove", "one").errors.contains("with 1 plan or search of it"))
    #expect(try lab("runs", "remove", "one", "--yes").status == 0)
    #expect(try lab("show", id).status == 64)
  }

  @Test(
    "nothing is kept with --no-store, and where the store takes nothing the answer is printed all the same")
  func notKept() throws {
    let lab = try Lab()
    let left = try lab.shell("\"$LAB\" plan --baseline 20% --lift 2pp --no-store")
    #expect(left.status == 0 && left.errors.isEmpty && left.output.contains("13,020"))
    #expect(!FileManager.default.fileExists(atPath: lab.path("att-lab.sqlite")))
    try lab.write("no store", to: "att-lab.sqlite")
    let printed = try lab.shell("\"$LAB\" plan --baseline 20% --lift 2pp")
    #expect(printed.status == 74 && printed.output == left.output)
    #expect(
      printed.errors.hasPrefix("Error: 'att-lab.sqlite' is not a store: ")
        && printed.errors.hasSuffix("The result above is not saved. With --no-store none is.\n"))
    let chosen = try lab.shell("\"$LAB\" plan --baseline 20% --lift 2pp --db att-lab.sqlite")
    #expect(chosen.status == 74 && chosen.output == left.output)
  }

  @Test(
    "a document that no plan has is an error with its place",
    arguments: [
      (#""mode":"formula""#, "question: expected a value, found none"),
      (
        #""mode":"formula","question":{"aim":"best"},"answer":{},"arms":[]"#,
        "arms: expected 2 to 1000 options, found a list"
      ),
      (#""mode":"run""#, "run: expected a run of this store, found none"),
      (#""mode":7"#, "mode: expected a text, found 7"),
      (#""mode":"other""#, "schema: expected one that this version reads, found att-lab/plan/1"),
    ])
  func hostile(members: String, message: String) throws {
    let lab = try lab()
    let id = try {
      let store = try ResultStore(path: lab.path("att-lab.sqlite"))
      return try store.keep(
        StudyInputs(
          kind: .plan, schema: "att-lab/plan/1", experiment: nil, run: nil, arguments: [], engine: "1",
          contentKey: "hostile", document: #"{"schema":"att-lab/plan/1",\#(members)}"#)
      ).id
    }()
    for command in ["show", "export"] {
      let outcome = try lab(command, id)
      #expect(outcome.status == 74 && outcome.output.isEmpty)
      #expect(outcome.errors.contains("is damaged (the plan \(id), \(message))"), "\(outcome.errors)")
    }
    #expect(try lab("report", id, "--out", "page.html").status == 74)
    #expect(!FileManager.default.fileExists(atPath: lab.path("page.html")))
    // The others are listed all the same.
    let list = try lab("runs", "list")
    #expect(list.status == 0 && list.output.contains("plan: cannot be read") && list.output.contains("one"))
  }

  @Test("a file that is planned with --no-store leaves no store, and its commands name the file")
  func unkept() throws {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    let plan = "plan sample.yaml --planned 400 --simulations 0"
    let kept = try lab.shell("\"$LAB\" \(plan) --db kept.sqlite")
    let outcome = try lab.shell("\"$LAB\" \(plan) --no-store")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.replacing(/\s+/, with: " ").contains("of a run that is not kept"))
    #expect(!FileManager.default.fileExists(atPath: lab.path("att-lab.sqlite")))
    // The answer is the same but for that.
    func numbers(_ text: String) -> [Substring] {
      text.components(separatedBy: "What tests of a size show").last?.split(whereSeparator: \.isWhitespace)
        ?? []
    }
    let both = [outcome, kept].map { numbers($0.output).prefix { $0 != "Next" } }
    #expect(both[0].count > 20 && both[0] == both[1])
    let short = try lab.shell("\"$LAB\" \(plan) --power 80% --no-store --seed 7")
    #expect(short.status == 2, "\(short.errors)")
    #expect(short.output.contains("att-lab plan sample.yaml --seed 7 "), "\(short.output)")
  }

  @Test("with --no-store plans and searches run where nothing may be written")
  func readOnlyFolder() throws {
    let lab = try Lab()
    let search =
      sampleExperiment.components(separatedBy: "arms:")[0]
      + "search: {ask: [launch, onboarding], usage_string: plain}\n"
    try lab.write(sampleExperiment, to: "sample.yaml")
    try lab.write(search, to: "search.yaml")
    // A store in a folder that is not there cannot be made, whoever runs the test.
    for line in [
      "plan sample.yaml --planned 400 --simulations 0", "optimize search.yaml --trials 40 --installs 100",
    ] {
      let refused = try lab.shell("\"$LAB\" \(line) --db nowhere/runs.sqlite")
      #expect(refused.status != 0)
      let outcome = try lab.shell("\"$LAB\" \(line) --db nowhere/runs.sqlite --no-store")
      #expect(outcome.status == 0, "\(line): \(outcome.errors)")
    }
  }
}
