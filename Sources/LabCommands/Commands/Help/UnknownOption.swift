/// What the parser of arguments says of an option that the command does not have, with the one that has another name there.
struct UnknownOption: CustomStringConvertible {
  private let message: String
  private let arguments: [String]

  /// What options of `plan` are called by who leaves out what is counted, or says it where the option does not.
  private static let ofPlan = [
    "--per-week": "--installs-per-week", "--weekly": "--installs-per-week",
  ]

  /// What a command does in place of an option that others have.
  private static let advice = [
    "simulate": [
      "--no-store":
        "A simulation is kept, since show, plan and report read it. To keep it in another place, add --db run.sqlite."
    ]
  ]

  /// - Parameters:
  ///   - message: the parser's own.
  ///   - arguments: what was typed after the program's name.
  init(_ message: String, _ arguments: [String]) {
    self.message = message
    self.arguments = arguments
  }

  var description: String {
    guard let command = arguments.first,
      let found = message.firstMatch(of: #/Unknown option '(--[a-z-]+)'(?:\. Did you mean '[^'\n]*'\?)?/#)
    else { return message }
    if let advice = Self.advice[command]?[String(found.output.1)] {
      return message.replacing(found.output.0, with: "Unknown option '\(found.output.1)'. \(advice)")
    }
    guard command == "plan", let meant = Self.ofPlan[String(found.output.1)]
    else { return message }
    let value = value(of: String(found.output.1)).map { " \($0)" } ?? ""
    var text = message
    text.replaceSubrange(
      found.range, with: "Unknown option '\(found.output.1)'. Did you mean '\(meant)\(value)'?")
    return text
  }

  /// What was typed for an option, behind it or after its equals sign; `nil` for nothing.
  private func value(of option: String) -> String? {
    if let joined = arguments.first(where: { $0.hasPrefix("\(option)=") }) {
      return String(joined.dropFirst(option.count + 1))
    }
    guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count,
      !arguments[index + 1].hasPrefix("-")
    else { return nil }
    return arguments[index + 1]
  }
}
