public import ExperimentDesign

/// How an answer is to be read because of what is doubtful in its file.
public struct Caution: Hashable, Sendable {
  /// Sentences for the reader of the answer; after options, a clause that goes on from them.
  public var text: String
  /// The option that it is about; `nil` for the whole file.
  public var option: String?
  /// The goal whose value tells whether it matters; `nil` where it matters in any case.
  public var goal: Metric?

  /// What holds for the whole file, or of one option.
  public init(_ text: String, option: String? = nil, goal: Metric? = nil) {
    self.text = text
    self.option = option
    self.goal = goal
  }

  /// The cautions in sentences, in their order, what several options share once, with the options that they are about.
  public static func sentences(
    _ cautions: [Caution]
  ) -> [(text: String, options: [String], goal: Metric?)] {
    var seen: Set<String> = []
    return cautions.compactMap { caution in
      guard seen.insert(caution.text).inserted else { return nil }
      var options: [String] = []
      for other in cautions where other.text == caution.text {
        guard let option = other.option else {
          return (caution.text.prefix(1).uppercased() + caution.text.dropFirst(), [], caution.goal)
        }
        if !options.contains(option) { options.append(option) }
      }
      return ("With \(named(options)), \(caution.text)", options, caution.goal)
    }
  }

  /// `'a', 'b' and 'c'`, of many the first two.
  private static func named(_ options: [String]) -> String {
    let quoted = options.map { "'\($0)'" }
    guard quoted.count <= 3 else { return "\(quoted[0]), \(quoted[1]) and \(quoted.count - 2) more options" }
    return quoted.listed
  }
}

extension [String] {
  /// `a, b and c`.
  var listed: String { (count > 1 ? dropLast().joined(separator: ", ") + " and " : "") + (last ?? "") }
}
