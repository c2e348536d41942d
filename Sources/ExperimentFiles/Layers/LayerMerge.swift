import ExperimentDesign

/// A layer of the population, such as a preset, `adjust`, a scenario or a segment.
struct Layer {
  var node: LocatedNode
  /// Prefix of the paths written in it; empty for the population and `adjust`.
  var prefix: String
  /// The path of its own name, for joints and evidence: `adjust`, `scenarios.push_heavy`.
  var name: String
  /// How high it lies among the layers of a segment.
  var level: Int

  func joined(_ path: String) -> String { prefix.isEmpty ? path : "\(prefix).\(path)" }
}

extension LocatedNode {
  /// This mapping with `overlay` written over it.
  ///
  /// Mappings merge key by key; numbers, lists and distributions are replaced;
  /// `null` removes what may be removed.
  func merged(with overlay: LocatedNode, _ table: KeyTable) -> LocatedNode {
    guard overlay.isMapping else { return self }
    var result = isMapping ? self : .emptyMapping(at: overlay.point)
    if entries.isEmpty { result.point = overlay.point }
    for entry in overlay.entries {
      guard let key = table[entry.key], key.merging != .apart else { continue }
      if entry.value.isNull {
        if key.isRemovable { result[key.name] = nil }
        continue
      }
      if let other = key.excludes { result[other] = nil }
      switch key.merging {
      case .byKey: result.write(entry, over: result[key.name], key.kind)
      case .replaced, .apart: result.write(entry)
      }
    }
    return result
  }

  /// Replaces one entry.
  private mutating func write(_ entry: Entry) {
    self[entry.key] = entry.value
    var all = entries
    if let index = all.firstIndex(where: { $0.key == entry.key }) { all[index].point = entry.point }
    content = .mapping(all)
  }

  private mutating func write(_ entry: Entry, over lower: LocatedNode?, _ kind: ValueKind) {
    var entry = entry
    let base = lower ?? .emptyMapping(at: entry.value.point)
    switch kind {
    case .section(let table):
      // What is no section has been reported, and takes nothing away from the one below.
      guard entry.value.isMapping || lower == nil else { return }
      if entry.value.isMapping { entry.value = base.merged(with: entry.value, table) }
    case .named(let table, _):
      guard entry.value.isMapping else { break }
      var all = base
      for named in entry.value.entries {
        if named.value.isNull {
          all[named.key] = nil
        } else {
          all.write(named, over: all[named.key], .section(table))
        }
      }
      entry.value = all
    case .either(_, let other):
      if entry.value.isMapping, entry.value.distribution == nil {
        let mapping = base.isLeaf ? .emptyMapping(at: entry.value.point) : base
        return write(entry, over: mapping, other)
      }
    case .text, .name, .choice, .flag, .seed, .integer, .known, .parameter, .keyed, .list, .evidence: break
    }
    write(entry)
  }
}

/// Whether `path` names a number that may be a distribution, and its legal range.
///
/// - Returns: the range; `nil` where the path leads nowhere or to something else.
func parameterRange(at path: [String], in table: KeyTable) -> LegalRange? {
  path.reduce(ValueKind.section(table) as ValueKind?) { $0?.member($1) }?.parameterRange
}
