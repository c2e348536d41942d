import Rendering
import Studies

extension Advice {
  /// What to do in a few words, within a sentence or a table.
  var brief: Phrase {
    switch self {
    case .choose(let option, _): "choose \(Name(option))"
    case .test(let option, let rival, _, _): "test \(Name(option)) vs \(Name(rival))"
    case .sameToTheModel(let options):
      "no difference: \(options.map { Phrase(Name($0)) }.joined(separator: ", "))"
    case .moreTrials: "more trials"
    case .moreInstalls: "more installs"
    case .blocked: "blocked"
    }
  }
}
