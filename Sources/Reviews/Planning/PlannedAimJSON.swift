import Inference
import TextFormats

/// What a planned test is to show, as JSON and back.
enum PlannedAimJSON {
  static func name(_ aim: TestAim) -> String {
    switch aim {
    case .difference: "difference"
    case .nonInferior: "non-inferior"
    case .equivalent: "equivalent"
    }
  }

  /// `nil` for a difference, which has none.
  static func margin(_ aim: TestAim) -> Double? {
    switch aim {
    case .difference: nil
    case .nonInferior(let margin), .equivalent(let margin): margin
    }
  }

  /// - Parameter margin: of another aim than a difference.
  static func read(_ aim: JSONMember, margin: JSONMember?) throws(JSONProblem) -> TestAim {
    func size() throws(JSONProblem) -> Double {
      guard let margin else { throw aim.problem(expected: "a margin beside the aim") }
      return try margin.number(in: 0...1)
    }
    switch aim.value {
    case .text("difference"): return .difference
    case .text("non-inferior"): return .nonInferior(margin: try size())
    case .text("equivalent"): return .equivalent(margin: try size())
    case .object, .list, .number, .integer, .unsigned, .text, .flag, .null:
      throw aim.problem(expected: "difference, non-inferior or equivalent")
    }
  }
}
