/// What a name in a source does, by the table `Data/rules/names.txt`.
package struct CodeName: Hashable, Sendable {
  /// What it does: `ask`, `permission`, `start`, `dialog`.
  package let kind: String
  /// Of what: `push`, `Adjust`.
  package let subject: String
  /// What may stand before it; empty where anything may.
  package let owners: Set<String>
  /// The label that its first argument has to have; `nil` where any will do.
  package let label: String?

  package static let table = Record.all(of: "names").reduce(into: [String: [CodeName]]()) { table, record in
    for line in record.lines {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let owners = Set(Record.parts(line[..<colon], at: ","))
      for written in Record.parts(line[line.index(after: colon)...], at: ",") {
        let parts = written.split(separator: "(")
        table[String(parts[0]), default: []].append(
          CodeName(
            kind: record.field(0), subject: record.field(1), owners: owners.contains("*") ? [] : owners,
            label: parts.count > 1 ? String(parts[1].dropLast()) : nil))
      }
    }
  }

  package static let kinds: [String: Set<String>] = table.mapValues { Set($0.map(\.kind)) }

  /// Whether a name may do something, in a word of the table.
  package static func does(_ kind: String, _ name: String) -> Bool { kinds[name]?.contains(kind) ?? false }
}
