import ExperimentDesign

/// What one experiment file is over another: `extends: mine.yaml`, and what differs.
///
/// Mappings merge key by key, as far as the key tables know them; everything else is replaced, and `null` takes out. In a
/// layer of the population it takes out what the file below has in that layer, else what lies below the layer.
extension LocatedNode {
  /// This tree with another written over it.
  func overlaid(by other: LocatedNode, _ place: OverlayPlace = .experiment) -> LocatedNode {
    guard place.merges(self, other) else { return other }
    var result = self
    for entry in other.entries {
      let here = place.member(entry.key)
      if let excluded = here.excludes { result[excluded] = nil }
      if entry.value.isNull, !here.keepsNull || result[entry.key] != nil {
        result[entry.key] = nil
      } else {
        result[entry.key] = result[entry.key]?.overlaid(by: entry.value, here) ?? entry.value
      }
    }
    return result
  }

  /// The keys that it takes out of another tree, which has none of them.
  func missing(in base: LocatedNode, _ place: OverlayPlace = .experiment) -> [Entry] {
    guard place.merges(base, self) else { return [] }
    return entries.flatMap { entry -> [Entry] in
      let here = place.member(entry.key)
      guard let old = base[entry.key] else { return entry.value.isNull && !here.keepsNull ? [entry] : [] }
      return entry.value.missing(in: old, here)
    }
  }

  /// What has to be written over another tree for this one to come of it; `nil` where they are the same.
  func difference(to base: LocatedNode, _ place: OverlayPlace = .experiment) -> LocatedNode? {
    guard writtenText != base.writtenText else { return nil }
    guard place.merges(base, self) else { return self }
    var result = LocatedNode.emptyMapping(at: point)
    for entry in base.entries where self[entry.key] == nil {
      result[entry.key] = .word("null", at: point)
    }
    for entry in entries {
      guard let old = base[entry.key] else {
        result[entry.key] = entry.value
        continue
      }
      if let new = entry.value.difference(to: old, place.member(entry.key)) { result[entry.key] = new }
    }
    return result
  }
}

/// What stands at a place of an experiment file, as far as overlays ask.
struct OverlayPlace {
  private var kind: ValueKind
  /// Whether it is part of a layer of the population, in which `null` takes something out of the layers below.
  private var isLayer = false
  /// Whether `null` is a value there.
  private(set) var keepsNull = false
  /// A key beside it that giving it takes out.
  private(set) var excludes: String?

  /// The whole file.
  static let experiment = OverlayPlace(kind: .section(.experiment))

  /// Whether two values there merge key by key.
  func merges(_ one: LocatedNode, _ other: LocatedNode) -> Bool {
    guard one.isMapping, other.isMapping, one.distribution == nil, other.distribution == nil else {
      return false
    }
    return switch kind {
    case .evidence, .keyed: true
    case _: kind.table != nil
    }
  }

  /// The place of a key there.
  func member(_ name: String) -> OverlayPlace {
    var place = OverlayPlace(kind: .text, isLayer: isLayer)
    switch kind {
    case .section(let table), .either(_, or: .section(let table)):
      guard let key = table[name] else { break }
      if key.merging != .replaced { place.kind = key.kind }
      place.excludes = key.excludes
      place.keepsNull = isLayer && key.isRemovable
      place.isLayer = isLayer || ["population", "adjust", "scenarios"].contains(name)
    case .named(let table, _):
      place.kind = .section(table)
      place.keepsNull = isLayer && table.noun != KeyTable.population.noun
    case .keyed(_, _, let kind): place.kind = kind
    case .text, .name, .choice, .flag, .seed, .integer, .known, .parameter, .list, .either, .evidence: break
    }
    return place
  }
}

/// The text of an experiment that is made from another one.
public struct MadeExperiment: Sendable {
  let meant: LocatedNode
  let base: LocatedNode
  let comment: [String]

  /// All of it.
  public var whole: String { text(meant.document) }

  /// What it is over a file, which stands beside it under this name.
  public func text(extending file: String) -> String {
    text(["extends: \(yamlWord(file))"] + (meant.difference(to: base)?.document ?? []))
  }

  private func text(_ lines: [String]) -> String {
    (comment.map { "# \($0)" } + lines).joined(separator: "\n") + "\n"
  }
}

extension LocatedNode {
  /// Columns that a line has at most, where its value can be broken.
  private static let width = 100

  /// The mapping as the lines of a file.
  var document: [String] {
    writtenEntries.flatMap { entry -> [String] in
      entry.value.lines(
        under: "\(yamlWord(entry.key)):", isWide: entry.value.entries.contains { $0.value.isMapping })
    }
  }

  /// The value behind a key, on one line where it fits, else under it.
  private func lines(under key: String, isWide: Bool = false) -> [String] {
    let line = "\(key) \(writtenText)"
    guard line.count > Self.width || isWide else { return [line] }
    if !writtenEntries.isEmpty, distribution == nil {
      return [key]
        + writtenEntries.flatMap { $0.value.lines(under: "\(yamlWord($0.key)):") }.map { "  \($0)" }
    }
    guard let items, items.contains(where: { !$0.isLeaf || $0.items != nil }) else { return [line] }
    return [key]
      + items.flatMap { item -> [String] in
        let parts =
          item.isLeaf
          ? [item.writtenText] : item.writtenEntries.flatMap { $0.value.lines(under: "\(yamlWord($0.key)):") }
        return parts.enumerated().map { ($0.offset == 0 ? "  - " : "    ") + $0.element }
      }
  }
}
