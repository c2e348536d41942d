import Foundation
import Rendering
import Testing

/// The scatter of the share prompted against the share allowing.
@Suite("The names in the report's scatter")
struct ScatterTests {
  /// Six options at one point, and six that lie close together.
  private static let six: [String] = [
    (0..<6).map {
      "  option_number_\($0): {ask: launch, retry: each_activation, usage_string: plain, delay_seconds: 0}"
    },
    (0..<6).map { "  option_number_\($0): {ask: onboarding, usage_string: plain, delay_seconds: \($0 * 6)}" },
  ].map {
    sampleExperiment.components(separatedBy: "arms:")[0] + "arms:\n" + $0.joined(separator: "\n") + "\n"
  }

  private static let experiments = Lab.shippedExperiments + ["six at one point", "six close together"]

  /// The numbers of an element's attributes.
  private func numbers(_ element: Substring, _ names: [String]) throws -> [Double] {
    try names.map { name in
      let value = try #require(
        element.firstMatch(of: try Regex(" \(name)=\"([0-9.]+)\"", as: (Substring, Substring).self)))
      return try #require(Double(value.output.1))
    }
  }

  @Test("they do not overlap, and no line to a name crosses one", arguments: experiments)
  func shapes(experiment: String) throws {
    let lab = try Lab()
    for (name, text) in zip(Self.experiments.suffix(2), Self.six) where name == experiment {
      try lab.write(text, to: "six.yaml")
    }
    let file = experiment.hasPrefix("six ") ? "six.yaml" : Lab.experiment(experiment)
    let run = try lab.shell("\"$LAB\" simulate '\(file)' --trials 40 --installs 300 --quiet --name run")
    #expect(run.status == 0, "\(run.errors)")
    let page = try lab("report", "run", "--out", "-").output
    let figures = page.matches(of: /<svg(?:(?!<\/svg>).)*?trade-off.*?<\/svg>/.dotMatchesNewlines()).map(
      \.output)
    #expect(!figures.isEmpty)
    for figure in figures {
      let plates = try figure.matches(of: /<rect class="plate"[^>]*>/).map { match in
        let found = try numbers(match.output, ["x", "y", "width", "height"])
        // Coordinates are rounded to a tenth.
        return FigureBox(x: found[0] + 0.1, y: found[1] + 0.1, width: found[2] - 0.2, height: found[3] - 0.2)
      }
      #expect(!plates.isEmpty)
      for (index, first) in plates.enumerated() {
        for second in plates[(index + 1)...] { #expect(!first.overlaps(second)) }
      }
      for match in figure.matches(of: /<line class="leader"[^>]*>/) {
        let ends = try numbers(match.output, ["x1", "y1", "x2", "y2"])
        let crossed = plates.filter {
          $0.isCrossed(from: FigurePoint(x: ends[0], y: ends[1]), to: FigurePoint(x: ends[2], y: ends[3]))
        }
        #expect(crossed.isEmpty, "\(match.output)")
      }
    }
  }
}
