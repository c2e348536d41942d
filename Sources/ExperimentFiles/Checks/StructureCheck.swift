import ExperimentDesign
import PromptFlow
import TextFormats

/// Checks every written piece of a text against its declaration, each once.
///
/// What depends on several pieces together (missing keys, names, sums) is left
/// to the decoder, which sees the layers merged.
extension ProblemList {
  /// Checks `node`, the value of `name`, against `kind`.
  func check(_ node: LocatedNode, _ kind: ValueKind, name: String) {
    if node.entries.count == 1, let sweep = node["sweep"], sweep.items != nil {
      guard case .named = kind else {
        return error(
          node.point,
          "\(name.cited) expects \(kind.expectation), found a sweep. A sweep compares options and stands only under 'arms'"
        )
      }
    }
    switch kind {
    case .text, .name:
      if node.scalar == nil { mismatch(node, kind, name) }
    case .choice(let words):
      guard let text = node.scalar else { return mismatch(node, kind, name) }
      if !words.contains(text) { unknown(node, name, among: words) }
    case .flag:
      if node.scalar.flatMap(readFlag) == nil { mismatch(node, kind, name) }
    case .seed:
      if node.scalar.flatMap(readSeed) == nil { mismatch(node, kind, name) }
    case .integer(let range):
      if node.scalar.flatMap(readInteger).map(range.contains) != true { mismatch(node, kind, name) }
    case .number(let range, let known):
      guard known == nil || node.scalar != nil else { return mismatch(node, kind, name) }
      checkNumber(node, range, kind, name)
    case .section(let table): checkSection(node, table, kind, name)
    case .named(let table, let noun): checkNamed(node, table, noun: noun, kind, name)
    case .keyed(let names, let noun, let value):
      guard node.isMapping, !node.entries.isEmpty else { return mismatch(node, kind, name) }
      for entry in node.entries {
        if names.contains(entry.key) {
          check(entry.value, value, name: entry.key)
          // A waiver without a reason is a way of not looking.
          if case .text = value, entry.value.isBlank {
            error(
              entry.value.point,
              "the waiver of \(entry.key) expects a reason, found none. Say why it is accepted, as \(entry.key): \"…\""
            )
          }
        } else {
          error(
            entry.point, "unknown \(noun) \(entry.key.cited).\(suggestion(for: entry.key, among: names))")
        }
      }
    case .list(let element):
      guard let items = node.items else { return mismatch(node, kind, name) }
      for item in items { check(item, element, name: name) }
    case .either(let scalar, let other):
      if case .choice(let words) = other {
        if let text = node.scalar, words.contains(text) { return }
        if readNumber(node.scalar ?? "") == nil { return mismatch(node, kind, name) }
        return check(node, scalar, name: name)
      }
      if node.isMapping, node.distribution == nil {
        check(node, other, name: name)
      } else if kind.isMoment, case .choice(let words) = scalar, let text = node.scalar, !words.contains(text)
      {
        unknown(node, name, among: TriggerKind.forms)
      } else if node.scalar != nil || node.distribution != nil {
        check(node, scalar, name: name)
      } else {
        mismatch(node, kind, name)
      }
    case .evidence:
      guard node.isMapping else { return mismatch(node, kind, name) }
      for entry in node.entries {
        check(entry.value, .section(.evidence), name: entry.key)
        requireKeys(entry.value, .evidence, name: entry.key)
        requireSource(entry)
      }
    }
  }

  /// A number that is called better than assumed needs its source.
  private func requireSource(_ entry: LocatedNode.Entry) {
    guard let grade = entry.value["grade"], let word = grade.scalar.flatMap(Evidence.Grade.init(rawValue:)),
      word != .assumed, entry.value["source"]?.isBlank ?? true
    else { return }
    error(
      grade.point,
      "the grade '\(word.rawValue)' of \(entry.key.cited) expects a 'source', found none. Say who says so, or grade it assumed"
    )
  }

  private func unknown(_ node: LocatedNode, _ name: String, among words: [String]) {
    error(
      node.point,
      "\(name.cited) cannot be \(node.found).\(suggestion(for: node.scalar ?? "", among: words))")
  }

  private func mismatch(_ node: LocatedNode, _ kind: ValueKind, _ name: String) {
    error(
      node.point, "\(name.cited) expects \(kind.expectation), found \(node.found)\(hint(node, kind))")
  }

  /// Why no distribution can stand there, the three ways to write more than one number where a list stands for one, and a
  /// share that was written in per cent.
  private func hint(_ node: LocatedNode, _ kind: ValueKind) -> String {
    switch kind {
    case .integer, .number, .either: break
    case _: return ""
    }
    if node.items != nil, !kind.isMoment {
      return ". A list is none of the three ways to write more than one number: a distribution for what "
        + "is not known, as {range: [low, high]}; a spread key for how people differ, as {median: 6, sigma: 0.5} "
        + "or 'spread'; {sweep: [1, 2, 3]} under 'arms' for what is compared"
    }
    if node.distribution != nil {
      if case .integer = kind { return ". A distribution cannot stand where a whole number does" }
      if case .number(_, let why?) = kind { return ". It cannot be a distribution: \(why)" }
    }
    if node.isMapping, case .number(_, nil) = kind { return ". Distributions: \(DistributionForm.forms)" }
    guard kind.number?.range.isShare == true, let text = node.scalar, let number = readNumber(text),
      number > 1, number <= 100
    else { return "" }
    return ". Did you mean '\(text)%'?"
  }

  private func checkNumber(_ node: LocatedNode, _ range: LegalRange, _ kind: ValueKind, _ name: String) {
    do {
      let distribution = try readDistribution(node, in: range)
      if case .constant(let value) = distribution {
        if !range.contains(value) { mismatch(node, kind, name) }
        return
      }
      checkInside(distribution, range, at: node.point, name, kind.expectation, written: node.flowText.cut)
    } catch let problem {
      guard let reason = problem.reason else { return mismatch(node, kind, name) }
      error(node.point, "\(name.cited): \(reason)")
    }
  }

  /// Whether enough of a distribution is legal to be drawn.
  func checkInside(
    _ distribution: Distribution, _ range: LegalRange, at point: SourcePoint, _ name: String,
    _ expectation: String, written: String
  ) {
    let outside = 1 - distribution.mass(inside: range)
    if outside > 0.99 {
      error(
        point,
        "\(name.cited) expects \(expectation), found \(written), which lies almost wholly outside. Draws outside are drawn again"
      )
    } else if outside > 0.05 {
      warning(
        point,
        "\(Int((outside * 100).rounded()))% of \(written) lies outside what \(name.cited) may be, a number "
          + "\(range.words); draws outside are drawn again, which moves its mean")
    }
  }

  private func checkSection(_ node: LocatedNode, _ table: KeyTable, _ kind: ValueKind, _ name: String) {
    guard node.isMapping else {
      if node.isNull { return }
      return mismatch(node, kind, name)
    }
    if table.names == ["median", "sigma"], let (form, _) = node.distribution {
      return error(
        node.point,
        "\(name.cited) expects {median, sigma}, how people differ, found a distribution. Put '\(form.rawValue)' after "
          + "median or sigma for what is not known of them")
    }
    for entry in node.entries {
      guard let key = table[entry.key] else {
        error(
          entry.point,
          "unknown key \(entry.key.cited) in \(table.noun).\(suggestion(for: entry.key, among: table.names))")
        if let meant = nearestWord(to: entry.key, among: table.names) {
          note(misspelt: meant, at: node.point)
        }
        continue
      }
      if entry.value.isNull {
        var isHeading = key.kind.isHeading
        if case .text = key.kind { isHeading = true }
        if !key.isRemovable { checkNothing(entry, key.kind.expectation, isHeading: isHeading) }
      } else {
        check(entry.value, key.kind, name: key.name)
      }
      if let other = key.excludes, let own = table.names.firstIndex(of: key.name),
        let theirs = table.names.firstIndex(of: other), own < theirs,
        let second = node.entry(other), !second.value.isNull, !entry.value.isNull
      {
        error(
          second.point, "expected one of '\(key.name)' and '\(other)', found both. Remove one")
      }
    }
  }

  /// Reports nothing where something has to be.
  ///
  /// - Parameter isHeading: whether a heading may stand alone; `null` in words does claim to remove.
  private func checkNothing(_ entry: LocatedNode.Entry, _ expectation: String, isHeading: Bool) {
    guard !isHeading || entry.value.scalar?.isEmpty == false else { return }
    error(
      entry.value.point,
      "\(entry.key.cited) expects \(expectation), found nothing. "
        + "null removes only an optional section, or a named alert or event")
  }

  private func checkNamed(
    _ node: LocatedNode, _ table: KeyTable, noun: String, _ kind: ValueKind, _ name: String
  ) {
    guard node.isMapping else { return mismatch(node, kind, name) }
    if node.entries.isEmpty, noun == "a segment" || noun == "a scenario" {
      error(
        node.point,
        "\(name.cited) expects \(kind.expectation), found an empty mapping. Name at least one, or leave the key out"
      )
    }
    checkApart(node.entries, noun: noun)
    for entry in node.entries {
      checkName(entry, noun: noun)
      if entry.value.isNull {
        let isHeading = noun == "a scenario" || noun == "an option"
        if noun != "an alert", noun != "an event" { checkNothing(entry, table.noun, isHeading: isHeading) }
        continue
      }
      check(entry.value, .section(table), name: entry.key)
    }
  }

  /// Reports the required keys that a mapping of its own, with no layer below, lacks; so does a name with nothing after it.
  func requireKeys(_ node: LocatedNode, _ table: KeyTable, name: String) {
    guard node.isMapping || node.isNull else { return }
    for key in table.keys
    where key.isRequired && node[key.name] == nil && !isMisspelt(key.name, at: node.point) {
      error(
        node.point, "\(name.cited) lacks '\(key.name)': \(key.kind.expectation). \(key.summary)")
    }
  }
}

extension ValueKind {
  /// Whether it is a moment of a life: a word, or a trigger.
  fileprivate var isMoment: Bool {
    if case .either(.choice, or: .section) = self { true } else { false }
  }
}
