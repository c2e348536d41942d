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
    optionalSection(key) ?? reader(of: .mapping([], at: node.point), key, path: path(key), name: key)
  }

  /// The section at `key`, if it is given, with all that it has to have.
  func optionalSection(_ key: String) -> SectionReader? {
    guard let child = node[key], !child.isLeaf else { return nil }
    let section = reader(of: child, key, path: path(key), name: key)
    section.require()
    return section
  }

  /// The named sections at `key`, in document order, with all that they have to have.
  func named(_ key: String) -> [SectionReader] {
    (node[key]?.entries ?? []).filter(\.value.isMapping).map { entry in
      let section = reader(of: entry.value, key, path: "\(path(key)).\(entry.key)", name: entry.key)
      section.require()
      return section
    }
  }

  private func reader(of node: LocatedNode, _ key: String, path: String, name: String) -> SectionReader {
    let table = table[key]?.kind.table ?? KeyTable(noun: key, keys: [])
    return SectionReader(node: node, table: table, path: path, name: name, problems: problems)
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
    let found = distribution(key, in: range)
    let written = found == nil ? "" : node[key]?.path ?? ""
    return Parameter(found ?? .constant(standard), path: written.isEmpty ? path(key) : written, range: range)
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
  func number(_ key: String) -> Double? { node[key]?.number(in: table[key]?.kind.number?.range ?? .real) }

  func integer(_ key: String) -> Int? { node[key]?.scalar.flatMap(readInteger) }

  func flag(_ key: String) -> Bool { node[key]?.scalar.flatMap(readFlag) ?? false }

  func text(_ key: String) -> String? { node[key]?.scalar }

  /// Reports the required keys that no layer gives.
  func require() { problems.requireKeys(node, table, name: name) }
}
