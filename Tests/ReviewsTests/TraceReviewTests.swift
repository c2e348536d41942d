import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Rendering
import Simulation
import Testing

@testable import Reviews

@Suite("A life as text")
struct TraceReviewTests {
  /// An install with alerts that collide, under a number of arms that ask after 1, 2, 3 … events.
  private func review(arms count: Int, name: (Int) -> String = { "after_\($0)" }) -> TraceReview {
    let segment = makeSegment {
      $0.events = [events(0, perSession: 4, seconds: 20, value: 1)]
      $0.surroundings = Surroundings(alerts: [competingAlert()], attribution: attribution())
    }
    let arms = (1...count).map { number in
      makeArm(name(number), number == 1 ? .launch : .event(EventKind(rawValue: 0), count: number - 1))
    }
    let experiment = makeExperiment([segment], arms, installs: 50).changed { $0.eventKinds = ["article"] }
    let tracer = LifeTracer(Simulator(experiment: experiment, seed: 4), trial: 0, scenario: 0)
    let trace =
      (0..<50).lazy.map { tracer.trace(install: $0) }.first { $0.divergence != nil }
      ?? tracer.trace(install: 0)
    return TraceReview(experiment: experiment, seed: 4, trace: trace)
  }

  @Test(
    "no line is wider than the terminal, with few and many arms", arguments: [1, 2, 5, 40], [80, 120, 200])
  func width(arms: Int, width: Int) {
    let text = review(arms: arms).document(.brief).text(ReviewStyle(width: width, isColoured: false))
    for line in text.split(separator: "\n") { #expect(TerminalText.width(String(line)) <= width, "\(line)") }
  }

  @Test("names cannot steer the terminal, and stand in JSON as they are")
  func names() throws {
    let names = ["<script>alert(1)</script>", "\u{1B}[31mred", "متجر"]
    let review = review(arms: 3) { names[$0 - 1] }
    let text = review.document(.brief).text(.plain)
    #expect(!text.contains("\u{1B}") && text.contains("متجر") && text.contains("<script>"))
    #expect(try review.json().text.contains("\"\\u001b[31mred\""))
  }

  @Test("arms with the same life share a column")
  func shared() {
    let review = review(arms: 40)
    let lives = review.trace.arms
    let distinct = lives.indices.count { arm in !lives[..<arm].contains { $0.isSameLife(as: lives[arm]) } }
    #expect(distinct < 40)
    #expect(
      review.document(.brief).text(ReviewStyle(width: 2_000, isColoured: false)).contains(
        "after_39, after_40"))
  }

  @Test("where lives part is the first moment at which they differ")
  func divergence() throws {
    let review = review(arms: 2)
    let divergence = try #require(review.trace.divergence)
    let before = review.trace.arms.map { life in
      life.sessions.prefix(divergence.session).map { session in
        session.moments.filter { session.number < divergence.session || $0.seconds < divergence.seconds }
      }
    }
    #expect(before[0] == before[1])
    var same = review.trace
    same.arms = [same.arms[0], same.arms[0]]
    #expect(same.divergence == nil)
  }
}
