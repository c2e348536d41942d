import ExperimentDesign
import PromptFlow
import TextFormats

/// A population as an arm meets it: decoded, and merged but not yet decoded.
struct PeopleCell {
  var segment: Segment
  var node: LocatedNode
}

extension ExperimentDecoder {
  /// Decodes an option as it meets all people.
  func arm(_ expanded: ExpandedArm) -> Arm {
    let node = expanded.entry.value
    let reader = SectionReader(
      node: node, table: .arm, path: "arms.\(expanded.entry.key)", name: expanded.name, problems: problems)
    reader.require()
    let usageString = position("usage_string", reader, among: usageStrings.map(\.name), "usage string")
      .map { usageStrings[$0] }
    let prePrompt = position("pre_prompt", reader, among: prePrompts.map(\.name), "pre-prompt")
      .map { prePrompts[$0] }
    let trigger = node["ask"].flatMap {
      self.trigger($0, key: "ask", consequence: "the option can never ask")
    }
    let strategy = PromptStrategy(
      trigger: trigger ?? .launch, hook: reader.word("hook") ?? .didBecomeActive,
      retry: reader.word("retry") ?? .eachActivation, asksFrom: reader.word("asks_from") ?? .iOS14_5,
      settingsLink: reader.word("settings_link") ?? .none, trustsCallback: reader.flag("trusts_callback"))
    if let prePrompt, let cell = cells.joined().first(where: { $0.segment.continuing == nil }) {
      problems.error(
        node["pre_prompt"]?.point ?? node.point,
        "the option shows the pre-prompt \(prePrompt.name.cited), so the population needs 'continue.rate', "
          + "the share who continue it; segment \(cell.segment.name.cited) has none")
    }
    if let trigger { checkTrigger(trigger, reader) }
    // What is missing has been reported, and stands in the place of nothing that was written.
    let usage = usageString ?? UsageString(name: "", text: "", reader.numbers(.usageString))
    return Arm(
      name: expanded.name, strategy: strategy, reader.numbers(.arm),
      usageString: usage, prePrompt: prePrompt, swept: expanded.swept,
      surroundings: surroundings(of: node, reader),
      findings: ruleFindings(usageString: usage, prePrompt: prePrompt))
  }

  /// The position of what an arm names among those that the file gives; not told where their section is misspelt.
  private func position(
    _ key: String, _ reader: SectionReader, among names: [String], _ noun: String
  ) -> Int? {
    guard let value = reader.node[key], !value.isNull, let name = value.scalar,
      names.contains(name) || !problems.isMisspelt("\(key)s", at: root.point)
    else { return nil }
    return problems.position(of: name, among: names, noun, at: value.point)
  }

  /// Reports a trigger that no install, or not every kind of install, can reach.
  private func checkTrigger(_ trigger: AskTrigger, _ reader: SectionReader) {
    let unreached = zip(scenarioNames, cells).flatMap { scenario, people in
      people.compactMap { cell in
        reasonNeverReached(trigger, in: cell.segment).map { reason in
          let of = scenarioNames.count > 1 ? " of scenario \(scenario.cited)" : ""
          return (place: "segment \(cell.segment.name.cited)\(of)", reason: reason)
        }
      }
    }
    guard let (place, reason) = unreached.first, let ask = reader.node["ask"] else { return }
    if unreached.count == cells.joined().count {
      problems.error(
        ask.point,
        "the option \(reader.name.cited) can never ask: \(reason). Choose another trigger, or model it")
    } else {
      problems.caution(ask.point, "the app can never ask in \(place): \(reason)", option: reader.name)
    }
  }

  private func surroundings(of node: LocatedNode, _ reader: SectionReader) -> [[Surroundings]] {
    let overrides = KeyTable.surroundings.keys.contains { node[$0.name] != nil }
    checkSegments(of: node)
    let lacksConsent = checkWideConsent(of: node, reader)
    return cells.map { people in
      people.map { cell in
        let own = node["segments"]?[cell.segment.name]
        let isIncomplete = lacksConsent && cell.segment.surroundings.consent == nil
        guard overrides || own != nil, !isIncomplete else { return cell.segment.surroundings }
        var merged = cell.node.overlaid(by: node, .layer(.surroundings))
        if let own { merged = merged.overlaid(by: own, .layer(.armSegment)) }
        merged.point = node.point
        let surroundings = self.surroundings(
          merged, path: own == nil ? reader.path : "\(reader.path).segments.\(cell.segment.name)")
        checkAlerts(merged, surroundings.alerts, of: cell.segment, option: reader.name)
        return surroundings
      }
    }
  }

  /// Reports segments that no scenario has.
  private func checkSegments(of node: LocatedNode) {
    let names = cells.joined().map(\.segment.name).distinct
    for entry in node["segments"]?.entries ?? [] {
      _ = problems.position(of: entry.key, among: names, "segment", at: entry.point)
    }
  }

  /// Warns of a consent layer that an arm shows to people who have none otherwise, or reports that it is no whole one.
  ///
  /// - Returns: whether those people lack what it leaves to the population.
  private func checkWideConsent(of node: LocatedNode, _ reader: SectionReader) -> Bool {
    guard let consent = node["consent"], consent.isMapping else { return false }
    let having = cells.joined().filter { $0.segment.surroundings.consent != nil }
    let added = cells.joined().first { $0.segment.surroundings.consent == nil }
    guard let first = having.first, let added else { return false }
    if let missing = ["order", "accept"].first(where: { consent[$0] == nil }) {
      problems.error(
        consent.point,
        "the option \(reader.name.cited) changes the consent layer of segment \(added.segment.name.cited) too, which has none, and "
          + "'consent' lacks '\(missing)'. Write it under 'segments: {\(first.segment.name): {consent: …}}' to change that "
          + "segment's alone")
      return true
    }
    problems.caution(
      consent.point,
      "the consent layer is shown to segment \(added.segment.name.cited) too, which has none otherwise. To show it to "
        + "\(first.segment.name.cited) alone, write it under 'segments: {\(first.segment.name): {consent: …}}'",
      option: reader.name)
    return false
  }
}
