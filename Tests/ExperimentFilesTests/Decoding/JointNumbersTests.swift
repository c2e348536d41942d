import ExperimentDesign
import ExperimentFiles
import Foundation
import Testing

@Suite("Numbers beside a joint that draws them")
struct JointNumbersTests {
  private let joint =
    "{paths: [allow.rate, allow.value], scale: [logit, identity], mean: [-0.8, 0.25], covariance: [[0.01, -0.004], [-0.004, 0.006]]}"

  /// The small experiment with an `adjust` on its second line.
  private func text(_ adjust: String) -> String {
    smallExperiment.replacing("experiment: small\n", with: "experiment: small\nadjust: {\(adjust)}\n")
  }

  private func allow(_ text: String, _ set: [(path: String, value: String)] = []) throws -> AllowModel {
    try load(text, set: set).experiment.scenarios[0].segments[0].allow
  }

  @Test("a number that a joint of its section draws is warned of where it stands, with what to do")
  func beside() throws {
    let text = text("allow: {rate: 0.5}, joint: [\(joint)]")
    #expect(
      problems(text) == [
        "x.yaml:2:24: warning: 'allow.rate' has no effect, because the joint at line 2 of the same section draws it. Add "
          + "except: [allow.rate] to the joint for this number to count, or remove the number"
      ])
    #expect(try allow(text).rate.distribution == .joint("adjust.joint.0", member: 0))
  }

  /// Draws of a share and a slope, with this in place of one of their rows.
  private func draws(_ row: String = "[0.35, 0.1]", more: String = "") -> String {
    "{paths: [allow.rate, allow.value], draws: [[0.3, 0.2], [0.25, 0.3], \(row)]\(more)}"
  }

  @Test("draws are members with the mean and covariance of their rows on the scales of their ranges")
  func drawn() throws {
    let experiment = try load(text("joint: [\(draws())]")).experiment
    let joint = try #require(experiment.joints.first)
    #expect(joint.scales == [.logit, .identity] && joint.rows.count == 3)
    let logits = [0.3, 0.25, 0.35].map { log($0 / (1 - $0)) }
    #expect(abs(joint.mean[0] - logits.reduce(0, +) / 3) < 1e-12 && abs(joint.mean[1] - 0.2) < 1e-12)
    for (row, (rate, value)) in zip(joint.rows, zip(logits, [0.2, 0.3, 0.1])) {
      let members = joint.mean.indices.map { one in
        (0...one).reduce(joint.mean[one]) { $0 + joint.factor[one][$1] * row[$1] }
      }
      #expect(abs(members[0] - rate) < 1e-12 && abs(members[1] - value) < 1e-12)
    }
    // Each with mean 0 and variance 1, and apart from one another.
    for one in 0..<2 {
      #expect(abs(joint.rows.reduce(0) { $0 + $1[one] }) < 1e-9)
      #expect(abs(joint.rows.reduce(0) { $0 + $1[one] * $1[one] } / 3 - 1) < 1e-9)
    }
    #expect(abs(joint.rows.reduce(0) { $0 + $1[0] * $1[1] }) < 1e-9)
    let other = try load(text("joint: [\(draws("[0.36, 0.1]"))]")).experiment
    #expect(experiment.canonical != other.canonical)
  }

  @Test(
    "draws that are none are refused with what to write",
    arguments: [
      ("[0.35]", "", "a draw of 2 paths expects 2 values, one for each path, found 1"),
      ("[1, 0.1]", "", "found 1. A draw is above 0 and below 1"),
      (
        "[0.3, 2000]", "", "'allow.value' is a number from -1000 to 1000, found 2000. A draw is a legal value"
      ),
      ("[0.35, 0.1]", ", mean: [0, 0]", "found both. Remove mean"),
      ("[0.2, 0.4]", "", nil),
    ])
  func wrong(_ row: String, _ more: String, _ message: String?) throws {
    let found = problems(text("joint: [\(draws(row, more: more))]"))
    if let message {
      #expect(found.first?.contains(message) == true, "\(found)")
    } else {
      #expect(found.isEmpty)
    }
  }

  @Test(
    "draws that say nothing of how numbers vary are refused: too few, of one value, or of one number twice")
  func poor() throws {
    func first(_ joint: String) -> String { problems(text("joint: [\(joint)]")).first ?? "" }
    #expect(
      first("{paths: [allow.rate, allow.value], draws: [[0.3, 0.2], [0.25, 0.3]]}").contains(
        "draws of 2 paths are expected to be at least 3 rows, found 2"))
    #expect(
      first("{paths: [allow.rate, allow.value], draws: [[0.3, 0.2], [0.3, 0.3], [0.3, 0.1]]}").contains(
        "every draw has the same 'allow.rate'. Write it as a number of its own"))
    #expect(
      first("{paths: [allow.rate, allow.value], draws: [[0.3, 0.2], [0.3, 0.2], [0.4, 0.2], [0.5, 0.2]]}")
        .contains(
          "every draw has the same 'allow.value'"))
    #expect(
      first("{paths: [allow.rate, allow.value], draws: [[0.2, -1], [0.5, 0], [0.8, 1]]}").contains(
        "the draws of 'allow.value' follow from those of 'allow.rate'. Leave one of these paths out"))
    #expect(first("{paths: [allow.rate], draws: }").contains("'draws' is empty; expected rows"))
    #expect(first("{paths: [], draws: [[]]}").contains("a joint names the numbers that it draws in 'paths'"))
    #expect(
      first("{paths: [segments.all.allow.rate], draws: [[0.3], [0.4]]}").contains(
        "'segments.all.allow.rate' is a segment's own, which no joint outside of the segment sets. Write a joint of "
          + "'allow.rate' at segments: all: joint"))
    let alone = "{paths: [allow.rate], draws: [[0.3], [0.4], [0.2]]}"
    #expect(
      first("\(alone), \(alone)").contains(
        "'allow.rate' is drawn by the joint at line 2 already. Leave it out of one of the two"))
    #expect(
      first("{paths: [allow.rate]}").contains("a joint lacks 'draws': values of its paths, one set a row"))
    #expect(
      first("{paths: [allow.rate], mean: [0]}").contains(
        "'joint' lacks 'scale': a joint without 'draws' has 'scale', 'mean' and 'covariance'"))
  }

  @Test("a number that says the middle of the joint, or stands in another layer, is not")
  func harmless() throws {
    // The logit of 0.31 is -0.8.
    #expect(problems(text("allow: {rate: 31%, value: 0.25}, joint: [\(joint)]")).isEmpty)
    #expect(problems(text("joint: [\(joint)]")).isEmpty)
    let above = text("joint: [\(joint)]") + "\nscenarios:\n  half: {allow: {rate: 0.5}}\n"
    #expect(problems(above).isEmpty)
    #expect(try allow(above).rate.constant == 0.5)
  }

  @Test("what a joint leaves out is the number of the file, and the others are members as before")
  func excepted() throws {
    let text = text(
      "allow: {rate: 0.5}, joint: [\(joint.replacing("{paths", with: "{except: [allow.rate], paths"))]")
    #expect(problems(text).isEmpty)
    #expect(try allow(text).rate.constant == 0.5)
    #expect(try allow(text).value.distribution == .joint("adjust.joint.0", member: 1))
    let wrong = self.text("joint: [\(joint.replacing("{paths", with: "{except: [allow.rat], paths"))]")
    #expect(
      problems(wrong).first?.contains("'allow.rat' is no path of this joint. Did you mean 'allow.rate'?")
        == true)
  }

  @Test("a setting of the population stands in place of what adjust has over it, a number or a joint's")
  func settings() throws {
    let set = [(path: "population.allow.rate", value: "0.4")]
    #expect(try allow(text("allow: {rate: 0.5}"), set).rate.constant == 0.4)
    #expect(try allow(text("joint: [\(joint)]"), set).rate.constant == 0.4)
    #expect(
      try allow(text("joint: [\(joint)]"), set).value.distribution == .joint("adjust.joint.0", member: 1))
    let segments = "segments: {all: {share: 1}}"
    let own = text("segments: {all: {joint: [\(joint)]}}")
      .replacing("  events:", with: "  \(segments)\n  events:")
    #expect(try allow(own, [("population.segments.all.allow.rate", "0.4")]).rate.constant == 0.4)
  }
}
