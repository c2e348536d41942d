import RuleBook
import TextFormats

/// A pitfall that is accepted.
public struct Waiver: Hashable, Sendable {
  /// The pitfall's tag.
  public var tag: String
  /// The arms it is accepted in, each as the file names it or with the values of its sweeps; empty for
  /// all of them, and for what is about no arm.
  public var arms: [String]
  /// Why it is accepted; never empty.
  public var reason: String
}

extension KeyTable {
  /// A waiver that is more than its reason.
  static let waiver = KeyTable(
    noun: "a waiver",
    keys: [
      Key("reason", .text, "Why it is accepted.", required: true, example: "the legal team has seen it"),
      Key(
        "arm", .either(.name("an option"), or: .list(.name("an option"))),
        "The option, or a list of the options, that it is accepted in.", default: "all options",
        example: "[launch, onboarding]"),
    ])

  /// What can be waived: the pitfalls, and what a reviewer would not see.
  static let waivable = Pitfall.all.map(\.tag) + [Pitfall.unseenInReview.tag]
}

/// What is accepted under `waivers`, in the order of the text.
func waivers(_ root: LocatedNode) -> [Waiver] {
  (root["waivers"]?.entries ?? []).compactMap { entry in
    if let reason = entry.value.scalar { return Waiver(tag: entry.key, arms: [], reason: reason) }
    guard let reason = entry.value["reason"]?.scalar else { return nil }
    return Waiver(tag: entry.key, arms: waivedArms(entry.value).compactMap(\.scalar), reason: reason)
  }
}

/// The nodes that name a waiver's arms: one, or those of a list.
private func waivedArms(_ waiver: LocatedNode) -> [LocatedNode] {
  guard let arm = waiver["arm"] else { return [] }
  return arm.items ?? [arm]
}

/// A waiver without a reason is a way of not looking, and one for an arm that is not there looks nowhere.
func checkWaivers(_ root: LocatedNode, armNames: [String], _ problems: inout ProblemList) {
  let declared = (root["arms"]?.entries ?? []).map(\.key)
  for entry in root["waivers"]?.entries ?? [] {
    let isMapping = entry.value.isMapping
    let reason = isMapping ? entry.value["reason"] : entry.value
    if reason.map({ $0.isNull || $0.scalar?.allSatisfy(\.isWhitespace) == true }) ?? true {
      let form = isMapping ? "reason: \"…\"" : "\(entry.key): \"…\""
      problems.error(
        (reason ?? entry.value).point,
        "the waiver of \(entry.key) expects a reason, found none. Say why it is accepted, as \(form)")
    }
    let arms = waivedArms(entry.value)
    if arms.isEmpty, let list = entry.value["arm"] {
      problems.error(
        list.point, "the waiver of \(entry.key) names no option. Leave 'arm' out where it holds for all")
    }
    // Where the arms themselves are malformed, their names with the values of sweeps are not known.
    for arm in arms where !armNames.isEmpty {
      guard let name = arm.scalar, !declared.contains(name), !armNames.contains(name) else { continue }
      problems.error(
        arm.point, "no option is called '\(name)'.\(suggestion(for: name, among: declared, noun: "Given"))")
    }
  }
}
