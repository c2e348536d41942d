import ExperimentDesign
import ExperimentFiles
import Foundation
import ResultStore
import Runs
import ScratchFolders
import Studies
import Synchronization
import Testing

@testable import Explore

@Suite("Live answers")
struct LiveTests {
  private let scratch = Scratch()

  private func looks(_ text: String) async throws -> [LiveLook] {
    let file = try loadExperiment(text: Array(text.utf8), path: "explored.yaml")
    let plan = SimulationPlan(file, overrides: [])
    var looks: [LiveLook] = []
    try await plan.watch(context: WorkContext(threads: 2)) { looks.append($0) }
    return looks
  }

  /// The answer of the run that `simulate` stores.
  private func stored(_ text: String, trials: Int) async throws -> RunSummary {
    let file = try loadExperiment(
      text: Array(text.utf8), path: "explored.yaml", overrides: [Setting(path: "trials", value: "\(trials)")])
    let plan = SimulationPlan(file, overrides: [])
    let store = try ResultStore(path: scratch.path("runs.sqlite"))
    return try await Runner(store: store, context: WorkContext(threads: 2)).run(plan).summary
  }

  @Test("the answer on the page is that of the stored run, to the last bit")
  func same() async throws {
    let looks = try await looks(exploredText)
    #expect(looks.map(\.summary.trials) == [50, 60, 60])
    #expect(looks.map(\.isWhole) == [false, false, true])
    let stored = try await stored(exploredText, trials: 60)
    #expect(looks.last?.summary == stored)
  }

  @Test("an answer after fewer trials is that of a run of that size, but for the alternative models")
  func early() async throws {
    var early = try #require(try await looks(exploredText).first).summary
    var small = try await stored(exploredText, trials: 50)
    small.outline.isGoingOn = true
    #expect(early.outline == small.outline)
    for scenario in small.scenarios.indices {
      small.scenarios[scenario].alternatives = nil
      early.scenarios[scenario].alternatives = nil
    }
    #expect(early == small)
  }

  @Test("events tell of the experiment, then of each look, and end")
  func events() async throws {
    try await Visitor.visit { page in
      let reply = try await page.ask("answer", "{\"page\": \"p\", \"text\": \(try quoted(exploredText))}")
      #expect(reply.status == 200 && reply.head.contains("text/event-stream"))
      let kinds = reply.body.matches(of: #/data: \{"kind":"([a-z]+)"/#).map { String($0.output.1) }
      #expect(kinds == ["experiment", "look", "look", "look"])
      #expect(reply.body.contains("\"scenarios\":[\"base\"]"))
      #expect(reply.body.contains("\"trials\":50,\"of\":60,\"whole\":false"))
    }
  }

  @Test("the page has the next steps of the answer, with their commands")
  func steps() async throws {
    let last = try #require(try await Visitor.answer().components(separatedBy: "\"kind\":\"look\"").last)
    #expect(last.contains("\"steps\":") && !last.contains("Next step<"))
    #expect(last.contains(#/<code>att-lab [a-z]+ [^<]+</#))
  }

  @Test("what decides is said once on the page")
  func once() async throws {
    let long = exploredText.replacing("trials: 60", with: "trials: 1200")
    let last = try #require(try await Visitor.answer(long).components(separatedBy: "\"kind\":\"look\"").last)
    #expect(last.matches(of: #/Decided by/#).count == 1 && last.contains("Alternative models"))
  }

  @Test("what an input drives is the uncertainty of the lead, and of the objective where there is one option")
  func subject() async throws {
    let alone = exploredText.replacing("\n  later: {ask: onboarding, usage_string: plain}", with: "")
      .replacing("trials: 60", with: "trials: 1200")
    let one = try await Visitor.answer(alone)
    #expect(one.contains("\"of\":\"opt-in per install\"") && !one.contains("\"of\":\"the lead\""))
    let two = try await Visitor.answer(exploredText.replacing("trials: 60", with: "trials: 1200"))
    #expect(two.contains("\"of\":\"the lead\""))
  }

  @Test("when another alert comes, and whether the app asks again, is said as far as the file says it")
  func openCode() async throws {
    let said = exploredText.replacing("later: {ask", with: "later: {retry: never, ask")
      .replacing("population:\n", with: "population:\n  alerts: {push: {at: launch, share: 1}}\n")
    let open = try await Visitor.answer()
    #expect(open.contains("\"alert\":null") && !open.contains("\"retry\":\"never\""))
    let known = try await Visitor.answer(said)
    #expect(known.contains(#""alert":{"name":"push","moment":{"at":"launch"},"open":false}"#))
    #expect(known.matches(of: #/"retry":"never"/#).count == 1 && known.contains("\"retry\":null"))
  }

  @Test("an error of the text stands at its line")
  func problems() async throws {
    let wrong = exploredText.replacing("ask: onboarding", with: "ask: sometime")
    let answer = try await Visitor.answer(wrong)
    #expect(answer.contains("\"kind\":\"problems\"") && answer.contains("\"line\":16,"))
  }

  @Test("a hundred answers asked for one after the other leave one computation, and nothing waiting")
  func cancelled() async throws {
    let computations = Computations()
    let (ends, end) = AsyncStream.makeStream(of: Int.self)
    for number in 0..<100 {
      await computations.begin(for: "page") {
        // The last one ends by itself; all others go on until they are cancelled.
        while !Task.isCancelled, number < 99 { await Task.yield() }
        end.yield(await computations.running)
        if number == 99 { end.finish() }
      }
    }
    for await running in ends { #expect(running == 1) }
  }

  @Test("pages have computations of their own, which end together with the server")
  func pages() async throws {
    let computations = Computations()
    var all: [Task<Void, Never>] = []
    for name in ["one", "two"] {
      all.append(await computations.begin(for: name) { while !Task.isCancelled { await Task.yield() } })
    }
    #expect(all.map(\.isCancelled) == [false, false])
    await computations.cancelAll()
    #expect(all.map(\.isCancelled) == [true, true])
  }

  @Test("a text that does not say how many installs a trial has gets as many as its run does")
  func sized() async throws {
    let text = exploredText.replacing("\ninstalls: 50", with: "")
    let file = try loadExperiment(text: Array(text.utf8), path: "explored.yaml")
    let plan = try await SimulationPlan(file, overrides: []).sized(threads: 2)
    #expect(plan.experiment.installs != Experiment.standardInstalls)
    try await Visitor.visit(store: scratch.path("runs.sqlite")) { page in
      let answer = try await page.answer(text)
      #expect(answer.contains("\"installs\":\(plan.experiment.installs),"))
      let kept = try await page.ask("keep", "{\"text\": \(try quoted(text))}").body
      let run = try #require(kept.firstMatch(of: #/"run":"([a-f0-9]+)"/#)?.output.1)
      #expect(answer.contains("\"run\":\"\(run)\""))
    }
  }

  @Test("a kept state is a run of the store, with its report and its table")
  func kept() async throws {
    let path = scratch.path("runs.sqlite")
    try await Visitor.visit(store: path) { page in
      #expect(try await page.ask("runs", "{}").body == "{\"runs\":[]}")
      let kept = try await page.ask("keep", "{\"text\": \(try quoted(exploredText)), \"name\": \"first\"}")
      let run = try #require(kept.body.firstMatch(of: #/"run":"([a-f0-9]+)","name":"first"/#)?.output.1)
      #expect(try await page.ask("runs", "{}").body.contains("\"run\":\"\(run)\",\"name\":\"first\""))
      let answer = try await page.ask("answer", "{\"page\": \"p\", \"text\": \(try quoted(exploredText))}")
      #expect(answer.body.contains("\"run\":\"\(run)\""))
      let report = try await page.request("GET", "/\(Visitor.token)/report?run=\(run)")
      #expect(report.status == 200 && report.head.contains("style-src 'unsafe-inline'"))
      #expect(
        try await page.request("GET", "/\(Visitor.token)/table?run=\(run)").body.contains("run\n\(run)"))
      #expect(try await page.request("GET", "/\(Visitor.token)/table?run=nothing").status == 422)
    }
  }

  @Test("work that keeps every thread of an answer leaves requests theirs")
  func apart() async throws {
    let threads = AnswerThreads()
    let answers = 2 * WorkContext.cores
    let request = Request()
    await withDiscardingTaskGroup { group in
      for _ in 0..<answers { group.addTask(executorPreference: threads) { request.wait() } }
      group.addTask { for _ in 0..<answers { request.hear() } }
    }
    #expect(request.count == answers)
  }

  @Test("a person can be looked at in every scenario that the experiment names")
  func scenario() async throws {
    let text =
      exploredText + """

        scenarios:
          as_found: {}
          nobody_allows: {allow: {rate: 0.0001}}
        """
    try await Visitor.visit { page in
      let body = "\"text\": \(try quoted(text)), \"trial\": 0, \"install\": 0"
      let first = try await page.ask("trace", "{\(body)}").body
      #expect(first.contains("\"scenario\":\"as_found\",\"scenarios\":[\"as_found\",\"nobody_allows\"]"))
      let other = try await page.ask("trace", "{\(body), \"scenario\": \"nobody_allows\"}").body
      #expect(other.contains("\"scenario\":\"nobody_allows\""))
      #expect(try await page.ask("trace", "{\(body), \"scenario\": \"gone\"}").body == first)
    }
  }

  @Test(
    "inputs that are drawn together have one share, and the strongest its break-even value in the first scenario"
  )
  func decides() async throws {
    let joint = exploredText.replacing("trials: 60", with: "trials: 1200").replacing(
      "allow: {rate: {beta: [6, 14]}, cold_odds_ratio: {lognormal: [0.7, 0.3]}}",
      with: "allow: {rate: 0.3}\n  joint:\n"
        + "    - {paths: [allow.cold_odds_ratio, allow.spread], scale: [log, log], mean: [-0.36, -1], "
        + "covariance: [[0.09, 0.01], [0.01, 0.09]]}")
    let body = try await Visitor.answer(joint)
    let strongest =
      #/"path":"allow.cold_odds_ratio","share":[0-9.]+,"others":1,"turns":0[0-9.]+,"words":"(Below|Above) 0[0-9.]+, [a-z]+ is ahead of [a-z]+\."/#
    #expect(body.contains(strongest))
    #expect(body.contains("\"path\":\"allow.spread\",\"share\":null,\"others\":1,\"turns\":null,"))
    let scenarios = joint + "\n\nscenarios:\n  as_found: {}\n  nobody_allows: {allow: {rate: 0.0001}}\n"
    #expect(try await Visitor.answer(scenarios).contains(#/is ahead of [a-z]+ in as_found\."/#))
  }

  @Test("a person is shown session by session, and another outcome is another")
  func person() async throws {
    try await Visitor.visit { page in
      let body = "\"text\": \(try quoted(exploredText)), \"trial\": 0, \"install\": 0"
      let first = try await page.ask("trace", "{\(body)}").body
      let other = try await page.ask("trace", "{\(body), \"seeks\": \"other_outcome\"}").body
      let outcomes = [first, other].map {
        $0.matches(of: #/"outcome":"([^"]+)"/#).map { String($0.output.1) }
      }
      #expect(outcomes[0].count == 2 && outcomes[1].count == 2 && outcomes[0] != outcomes[1])
      #expect(first.contains("\"title\":\"Session 1\""))
    }
  }
}

/// A request that answers wait for, each on a thread of its own.
private final class Request: Sendable {
  private let signal = DispatchSemaphore(value: 0)
  private let heard = Mutex(0)

  func wait() { signal.wait() }

  func hear() {
    heard.withLock { $0 += 1 }
    signal.signal()
  }

  /// How often it was heard.
  var count: Int { heard.withLock { $0 } }
}
