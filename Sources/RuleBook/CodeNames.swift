/// What a name in a source does, by the table `Data/rules/names.txt`.
public struct CodeName: Hashable, Sendable {
  /// What it does: `ask`, `permission`, `start`, `dialog`.
  public let kind: String
  /// Of what: `push`, `Adjust`.
  public let subject: String
  /// What may stand before it; empty where anything may.
  public let owners: Set<String>
  /// The label that its first argument has to have; `nil` where any will do.
  public let label: String?

  /// Everything that each name may do.
  public static let table: [String: [CodeName]] = {
    var table: [String: [CodeName]] = [:]
    for record in Record.all(of: "names") where record.fields.count == 2 && record.fields[0] != "plug-in" {
      for line in record.lines {
        guard let colon = line.firstIndex(of: ":") else { continue }
        let owners = Set(Record.parts(line[..<colon], at: ","))
        for written in Record.parts(line[line.index(after: colon)...], at: ",") {
          let parts = written.split(separator: "(")
          table[String(parts[0]), default: []].append(
            CodeName(
              kind: record.fields[0], subject: record.fields[1], owners: owners.contains("*") ? [] : owners,
              label: parts.count > 1 ? String(parts[1].dropLast()) : nil))
        }
      }
    }
    return table
  }()

  /// What each name may do, in words of the table.
  public static let kinds: [String: Set<String>] = table.mapValues { Set($0.map(\.kind)) }

  /// Whether a name may do something, in a word of the table.
  public static func does(_ kind: String, _ name: String) -> Bool { kinds[name]?.contains(kind) ?? false }
}
