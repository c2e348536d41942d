public import ExperimentDesign

extension BrokenRule {
  /// How the arm breaks the rule, in one sentence; of a rule of another version of the tool its tag alone.
  public var reason: String {
    switch rule {
    case "R25": "The usage string is empty; review takes it for a missing one."
    case "R82":
      "The pre-prompt's button says '\(word ?? "")'; it may only lead on, as 'Continue' or 'Next' do."
    case "R83": "The pre-prompt can be closed; it must always lead to the system's alert."
    case "R96": "The usage string is a vendor's sample; review takes it for a placeholder."
    default: "It breaks \(rule)."
    }
  }
}
