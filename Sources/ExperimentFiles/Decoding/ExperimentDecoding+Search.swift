import ExperimentDesign
import TextFormats

extension ExperimentDecoder {
  /// The strategies that `search` adds to the arms; one that an arm is already is not added.
  mutating func searchedArms(beside arms: [ExpandedArm]) -> [ExpandedArm] {
    guard let search = root["search"] else {
      problems.error(
        root.point, "the experiment lacks 'search', lists of values for the keys of an option")
      return []
    }
    let found = expandSearch(search, room: SizeLimits.searched - arms.count, problems)
    var added: [ExpandedArm] = []
    for strategy in found.arms {
      problems.check(strategy.entry.value, .section(.arm), name: "search")
      guard let same = arms.first(where: { $0.name == strategy.name }) else {
        added.append(strategy)
        continue
      }
      if Set(same.entry.value.entries.map(\.flowText)) != Set(strategy.entry.value.entries.map(\.flowText)) {
        problems.error(
          same.entry.point,
          "an option and a strategy that 'search' allows are both called \(same.name.cited), and differ. Rename the option"
        )
      }
    }
    let all = arms + added
    searchSpace = SearchSpace(
      keys: found.keys,
      strategies: found.arms.map { arm in
        let swept = Dictionary(arm.swept.map { ($0.path, $0.value) }) { first, _ in first }
        return (arm.name, found.keys.map { swept[$0.path] ?? $0.values[0] })
      },
      arms: Dictionary(all.map { ($0.name, $0.entry.value) }) { first, _ in first })
    return added
  }
}
