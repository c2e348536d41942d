import ExperimentDesign
import ExperimentSamples
import Foundation
import Inference
import Rendering
import Studies
import Testing
import TextFormats

@testable import Reviews

/// Outputs are one value, worded or encoded: what they say to do is compared, not how they say it.
@Suite("Every output says the same")
struct SameFactsTests: MadeAnswer {
  /// Runs of each kind of advice: how many of 1,000 installs of each option opt in, trial by trial.
  private static let runs: [(kind: String, trials: Int, authorized: @Sendable (Int) -> [Int64])] = [
    ("same_to_the_model", 41, { trial in [300, 300, 300].map { $0 + Int64(trial) } }),
    ("more_trials", 20, { [300, 300 + ($0.isMultiple(of: 2) ? 30 : -24)] }),
    ("choose", 100, { [300 + Int64($0) / 10, 380 + 2 * Int64($0) / 10] }),
    ("test", 400, { [400, 300 + 7 * Int64($0) / 10] }),
  ]

  private struct Document: Decodable {
    struct Scenario: Decodable {
      struct Advice: Decodable {
        var kind: String
        var option: String?
        var against: String?
      }
      struct Caution: Decodable { var code: String }
      var advice: Advice
      var cautions: [Caution]
    }
    var scenarios: [String: Scenario]
  }

  @Test("advice, option and cautions are one in JSON, CSV, text, Markdown and page", arguments: runs.indices)
  func facts(index: Int) throws {
    let made = Self.runs[index]
    let summary = try summary(
      Array(["a", "b", "c"].prefix(made.authorized(0).count)), trials: made.trials, made.authorized)
    let page = RunPage(
      RunAnswer(summary), commands: RunCommands(file: "x.yaml", store: "s.sqlite"))
    let answer = page.answer.scenarios[0]
    let json = try JSONDecoder().decode(Document.self, from: Data(page.json().text.utf8))
    let found = try #require(json.scenarios["base"])
    #expect(found.advice.kind == made.kind && found.advice.option == answer.decided.advice.option)
    #expect(found.cautions.map(\.code) == answer.cautions.map(\.code))
    let table = page.answer.reviewTable
    let columns = try ["option", "advice"].map { try #require(table.header.firstIndex(of: $0)) }
    let named = [found.advice.option, found.advice.against].compactMap { $0 }
    let said = found.advice.against.map { "test \(named[0]) against \($0)" } ?? made.kind
    let marked = table.rows.filter { $0[columns[1]] == .text(said) }.map { $0[columns[0]] }
    #expect(Set(marked.map(\.text)) == Set(named.map { JSONValue.text($0).text }))
    let advice = page.words(answer).advice.text
    var course = RunCourse(summary.outline)
    for trial in 0..<2 {
      course.add(
        makeTrial(trial, made.authorized(trial).map { makeTally(authorized: $0, installs: 1_000) }))
    }
    let report = try ReportRun(page, course, of: nil)
    let texts = [
      page.brief.text(.plain), page.brief.markdown, report.document.text(.plain),
      report.html(maker: "tests").replacing(/<[^<>]*>/, with: ""),
    ]
    for name in [found.advice.option, found.advice.against].compactMap({ $0 }) {
      #expect(advice.contains(name))
    }
    let words = advice.split(separator: " ").prefix(3).joined(separator: " ")
    for text in texts { #expect(text.contains(words)) }
  }

  @Test("after a calibration it is the same, also read back from a store", arguments: runs.indices)
  func calibrated(index: Int) throws {
    let made = Self.runs[index]
    let summary = try summary(
      Array(["a", "b", "c"].prefix(made.authorized(0).count)), trials: made.trials, made.authorized)
    let page = RunPage(RunAnswer(summary), commands: RunCommands(file: nil, store: nil))
    let advice = try #require(CalibratedAdvice(page.answer))
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let written = try JSONValue(encoding: advice)
    let read = try decoder.decode(CalibratedAdvice.self, from: Data(written.text.utf8))
    #expect(try JSONValue(encoding: read) == written && read.advice.key == made.kind)
    #expect(read.cautions == page.answer.scenarios[0].cautions.map(\.code))
    let said = read.facts(.full).filter { $0.label.text == "Do" }.map(\.text.text)
    #expect(said == [page.words(page.answer.scenarios[0]).advice.text])
  }

  @Test("The lead in a loss and its range are of one sign")
  func lossLead() throws {
    func counts(_ trial: Int64) -> [(authorized: Int64, sessions: Int64)] {
      [(authorized: 300 + trial / 10, sessions: 0), (authorized: 380 + trial / 5, sessions: 0)]
    }
    func asLoss(_ outline: inout RunOutline) {
      outline.description.objective = Objective(.undeterminedPerInstall)
      for arm in outline.arms.indices {
        outline.description.arms[arm].metrics[0].append(.undeterminedPerInstall)
      }
    }
    let made = try summary(["a", "b"], asLoss, goals: { counts(Int64($0)) })
    let page = RunPage(RunAnswer(made), commands: RunCommands(file: nil, store: nil))
    let words = page.words(page.answer.scenarios[0])
    let said = try #require(words.standing).text
    #expect(said.contains("90% range +") && !said.contains("to -"))
  }
}
