import ExperimentDesign

/// What one text is over another: a layer of the population over those below it, or `extends: mine.yaml` and what differs.
///
/// Mappings merge key by key, as far as the key tables know them; numbers, lists and distributions are replaced. `null` in
/// a layer takes out what may be missing. In a file over another it takes out anything that the file below has; else it
/// stays for the layers.
extension LocatedNode {
  /// This tree with another written over it.
  ///
  /// - Parameter missing: called with what a file takes out of another, and is not there.
  func overlaid(
    by other: LocatedNode, _ place: OverlayPlace = .experiment, missing: (Entry) -> Void = { _ in }
  ) -> LocatedNode {
    // A layer that is a name alone changes nothing.
    guard place.merges(self, other) else { return place.isMerged && other.isNull ? self : other }
    var result = self
    if entries.isEmpty { result.point = other.point }
    for entry in other.entries {
      guard let here = place.member(entry.key) else { continue }
      let old = result[entry.key]
      if entry.value.isNull {
        if old == nil, !place.isMerged {
          here.keepsNull ? result.write(entry) : missing(entry)
        } else if here.keepsNull || !place.isMerged {
          result[entry.key] = nil
        }
        continue
      }
      // What is no section has been reported, and takes nothing away from the one below.
      if place.isMerged, case .section = here.kind, old != nil, !entry.value.isMapping { continue }
      if let excluded = here.excludes { result[excluded] = nil }
      var entry = entry
      if place.isMerged {
        let lower = old.flatMap { here.merges($0, entry.value) ? $0 : nil }
        entry.value = (lower ?? .mapping([], at: entry.value.point)).overlaid(by: entry.value, here)
      } else if let old {
        entry.value = old.overlaid(by: entry.value, here, missing: missing)
      }
      result.write(entry)
    }
    return result
  }

  /// What has to be written over another tree for this one to come of it; `nil` where they are the same.
  func difference(to base: LocatedNode, _ place: OverlayPlace = .experiment) -> LocatedNode? {
    guard yaml != base.yaml else { return nil }
    guard place.merges(base, self) else { return self }
    var result = LocatedNode.mapping([], at: point)
    for entry in base.entries where self[entry.key] == nil {
      result[entry.key] = .word("null", at: point)
    }
    for entry in entries {
      guard let old = base[entry.key] else {
        result[entry.key] = entry.value
        continue
      }
      guard let here = place.member(entry.key) else { continue }
      if let new = entry.value.difference(to: old, here) { result[entry.key] = new }
    }
    return result
  }
}

/// What stands at a place of an experiment file, as far as overlays ask.
struct OverlayPlace {
  fileprivate var kind: ValueKind
  /// Whether layers are merged there into what they mean together.
  private(set) var isMerged = false
  /// Whether it is part of a layer of the population, in which `null` takes something out of the layers below.
  private var isLayer = false
  /// Whether `null` is a value there.
  private(set) var keepsNull = false
  /// A key beside it that giving it takes out.
  private(set) var excludes: String?

  /// The whole file.
  static let experiment = OverlayPlace(kind: .section(.experiment))

  /// A layer of the population, or the keys of one that an option gives.
  static func layer(_ table: KeyTable) -> OverlayPlace {
    OverlayPlace(kind: .section(table), isMerged: true, isLayer: true)
  }

  /// Whether two values there merge key by key.
  func merges(_ one: LocatedNode, _ other: LocatedNode) -> Bool {
    guard one.isMapping, other.isMapping else { return false }
    return switch kind {
    case .evidence, .keyed, .section, .named: true
    case _: kind.table != nil && one.distribution == nil && other.distribution == nil
    }
  }

  /// The place of a key there; where layers are merged, `nil` for one that is unknown, or merged in a way of its own.
  func member(_ name: String) -> OverlayPlace? {
    var place = OverlayPlace(kind: .text, isMerged: isMerged, isLayer: isLayer)
    switch kind {
    case .section(let table), .either(_, or: .section(let table)):
      guard let key = table[name] else { return isMerged ? nil : place }
      if isMerged, key.merging == .apart { return nil }
      if key.merging != .replaced { place.kind = key.kind }
      place.excludes = key.excludes
      place.keepsNull = isLayer && key.isRemovable
      place.isLayer = isLayer || ["population", "adjust", "scenarios"].contains(name)
    case .named(let table, _):
      place.kind = .section(table)
      place.keepsNull = isLayer && table.noun != KeyTable.population.noun
    case .keyed(_, _, let kind): place.kind = kind
    case _: break
    }
    return place
  }
}
