/// How an install stands at the horizon; the states of an arm sum to its installs.
///
/// In the order of the counters from ``Counter/finalAuthorized`` on. A device that can never be shown the alert is no
/// denial by choice (R147), and an install that was never asked, or asked without a decision, is undetermined (R146).
package enum FinalState: Int, Hashable, Sendable {
  case authorized
  case deniedByAnswer
  case deniedByDevice
  case restricted
  case undetermined
  case noATT

  /// As the JSON of runs names it: `denied_by_answer`.
  package var name: String {
    String(Counter.allCases[Counter.finalAuthorized.rawValue + rawValue].name.dropFirst("final_".count))
  }
}
