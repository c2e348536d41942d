import ExperimentDesign

/// Reads the values of one merged mapping.
///
/// It is quiet of what is malformed, which the check of structure reported where it is written. What no layer gives of a section
/// that is there, it reports.
struct SectionReader {
  var node: LocatedNode
  var table: KeyTable
  /// The mapping's path: the path of values that are left to their default.
  var path: String
  /// As messages name it.
  var name: String
  let problems: ProblemList

  private func path(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  func has(_ key: String) -> Bool { node[key] != nil }

  /// The section at `key`; where it is absent, an empty one, so that all is default.
  func section(_ key: String) -> SectionReader {
    optionalSection(key)
      ?? SectionReader(
        node: .emptyMapping(at: node.point), table: table(of: key), path: path(key), name: key,
        problems: problems)
  }

  /// The section at `key`, if it is given.
  func optionalSection(_ key: String) -> SectionReader? {
    guard let child = node[key], child.isMapping, child.distribution == nil else { return nil }
    return complete(child, of: key, path: path(key), name: key)
  }

  /// The named sections at `key`, in document order.
  func named(_ key: String) -> [SectionReader] {
    guard let child = node[key] else { return [] }
    return child.entries.compactMap { entry in
      guard entry.value.isMapping else { return nil }
      return complete(entry.value, of: key, path: "\(path(key)).\(entry.key)", name: entry.key)
    }
  }

  /// A section that is there, with all that it has to have.
  private func complete(_ node: LocatedNode, of key: String, path: String, name: String) -> SectionReader {
    let section = SectionReader(
      node: node, table: table(of: key), path: path, name: name, problems: problems)
    section.require()
    return section
  }

  private func table(of key: String) -> KeyTable {
    table[key]?.kind.table ?? KeyTable(noun: key, keys: [])
  }

  /// What is written of a number, where it is legal; what is not was reported where it is written.
  func distribution(_ key: String, in range: LegalRange) -> Distribution? {
    guard let value = node[key], let distribution = try? readDistribution(value, in: range) else {
      return nil
    }
    if case .constant(let number) = distribution, !range.contains(number) { return nil }
    return distribution
  }

  /// What is written at `key`, or the default where there is nothing legal.
  func parameter(_ key: String, in range: LegalRange, default standard: Double) -> Parameter {
    guard let value = node[key], let distribution = distribution(key, in: range) else {
      return Parameter(.constant(standard), path: path(key), range: range)
    }
    return Parameter(distribution, path: value.path.isEmpty ? path(key) : value.path, range: range)
  }

  /// The numbers of an owner, whose mapping this is.
  ///
  /// One that has no default and is not there was reported, and has a legal number in its place.
  func numbers(_ owner: Number.Owner) -> Numbers {
    Numbers(owner) { number in
      let row = number.row
      let keys = row.key.split(separator: ".").map(String.init)
      let section = keys.dropLast().reduce(self) { $0.section($1) }
      return section.parameter(
        keys[keys.count - 1], in: row.range, default: row.standard ?? (row.range.contains(0) ? 0 : 0.5))
    }
  }

  /// The choice at `key`, if it is one.
  func word<Word: FileWord>(_ key: String) -> Word? { text(key).flatMap(Word.init) }

  /// The number at `key`, where it is within the key's range; one that is not was reported where it is written.
  func number(_ key: String) -> Double? {
    let range: LegalRange = if case .known(let range, _) = table[key]?.kind { range } else { .real }
    return node[key]?.scalar.flatMap { readNumber($0, in: range) }.flatMap { range.contains($0) ? $0 : nil }
  }

  func integer(_ key: String) -> Int? { node[key]?.scalar.flatMap(readInteger) }

  func flag(_ key: String) -> Bool { node[key]?.scalar.flatMap(readFlag) ?? false }

  func text(_ key: String) -> String? { node[key]?.scalar }

  /// Reports the required keys that no layer gives.
  func require() { problems.requireKeys(node, table, name: name) }
}
