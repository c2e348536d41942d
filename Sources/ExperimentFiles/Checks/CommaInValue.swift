import ExperimentDesign

/// A value in `{…}` that a comma of its own cuts in two: a decimal comma, thousands, or a comma in a text.
///
/// YAML reads what follows the comma as a key without a value, which nobody wrote.
struct CommaInValue {
  /// What was expected, what was found and what to write.
  let message: String

  /// - Parameters:
  ///   - entry: the entry whose value may be cut.
  ///   - next: the entry after it, which is none of the table's keys where it is the rest.
  init?(_ entry: LocatedNode.Entry, before next: LocatedNode.Entry, _ key: Key, in table: KeyTable) {
    guard let text = entry.value.scalar, !entry.value.isNull, table[next.key] == nil, next.value.scalar == "",
      next.point.line == entry.value.point.line
    else { return nil }
    let isNumber = text.wholeMatch(of: #/[-+]?[0-9]+/#) != nil && next.key.wholeMatch(of: #/[0-9]+%?/#) != nil
    if isNumber {
      let isThousands = next.key.count == 3 && text != "0" && !next.key.hasSuffix("%") && !key.kind.isShare
      message =
        "'\(key.name)' expects \(key.kind.expectation), found '\(text),\(next.key)'. A comma ends a value here. Write "
        + (isThousands ? text + next.key : "\(text).\(next.key)")
      return
    }
    guard case .text = key.kind, case .scalar(_, isPlain: true) = entry.value.content else { return nil }
    message =
      "the comma ends '\(key.name)' after '\(text)'. Put the whole text in quotes: "
      + "\(key.name): \"\(text), \(next.key)…\""
  }
}
