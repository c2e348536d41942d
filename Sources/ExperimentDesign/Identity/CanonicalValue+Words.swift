package import PromptFlow

extension PromptStrategy {
  /// What it sets beside its moment that is no number, by the keys and in the words of an experiment file: `retry`, `hook`.
  package var words: [String: String] {
    var words = canonical.words
    words["trigger"] = nil
    return words
  }
}

extension Surroundings {
  /// What is no number in them, by the keys and in the words of an experiment file: `attribution.gate`, `consent.order`.
  package var words: [String: String] {
    let sections = [("attribution", attribution.canonical), ("consent", consent.canonical)]
    return sections.reduce(into: [:]) { words, section in
      for (key, word) in section.1.words { words["\(section.0).\(key)"] = word }
    }
  }
}

extension CanonicalValue {
  /// The words and flags among the members of an object, by their keys.
  fileprivate var words: [String: String] {
    guard case .object(let members) = self else { return [:] }
    return members.compactMapValues { value in
      switch value {
      case .text(let word): word
      case .flag(let flag): "\(flag)"
      case .none, .integer, .number, .list, .object: nil
      }
    }
  }
}
