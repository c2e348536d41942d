import RuleBook

extension Pitfall {
  /// What can be accepted: the pitfalls, and what a reviewer would not see.
  static let waivable = reported.map(\.tag)
}

/// What is accepted under `waivers`, in the order of the text.
func waivers(_ root: LocatedNode) -> [(tag: String, reason: String)] {
  (root["waivers"]?.entries ?? []).compactMap { entry in
    entry.value.scalar.map { (entry.key, $0) }
  }
}

/// A waiver without a reason is a way of not looking.
func checkWaivers(_ root: LocatedNode, _ problems: ProblemList) {
  for entry in root["waivers"]?.entries ?? []
  where entry.value.isNull || entry.value.scalar?.allSatisfy(\.isWhitespace) == true {
    problems.error(
      entry.value.point,
      "the waiver of \(entry.key) expects a reason, found none. Say why it is accepted, as \(entry.key): \"…\""
    )
  }
}
