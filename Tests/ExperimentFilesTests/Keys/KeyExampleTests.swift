import ExperimentDesign
import Testing
import TextFormats

@testable import ExperimentFiles

@Suite("Examples of the keys")
struct KeyExampleTests {
  /// A key and the table that it stands in.
  private struct Entry {
    let path: String
    let key: ExperimentKey
  }

  /// Every key of every table, each table once.
  private static let entries: [Entry] = {
    var entries: [Entry] = []
    var seen: Set<String> = []
    func visit(_ kind: ValueKind, under path: String) {
      switch kind {
      case .section(let table), .named(let table, _):
        for key in table.keys {
          let own = path.isEmpty ? key.name : "\(path).\(key.name)"
          // A population is in a segment, and a segment in a population: three levels are enough to see all.
          guard own.split(separator: ".").count < 5, seen.insert(own).inserted else { continue }
          entries.append(Entry(path: own, key: key))
          visit(key.kind, under: own)
        }
      case .list(let kind), .keyed(_, _, let kind): visit(kind, under: path)
      case .either(let one, let other):
        visit(one, under: path)
        visit(other, under: path)
      case .text, .name, .choice, .flag, .seed, .integer, .number, .evidence: break
      }
    }
    visit(.section(.experiment), under: "")
    return entries
  }()

  /// Whether a value on one line may stand for the key, and not only keys below it.
  private func hasValue(_ kind: ValueKind) -> Bool {
    switch kind {
    case .section, .named: false
    case .list(let kind): hasValue(kind)
    case .text, .name, .choice, .flag, .seed, .integer, .number, .keyed, .either, .evidence: true
    }
  }

  @Test("every key that takes a value has an example")
  func complete() {
    #expect(Self.entries.count > 150)
    let without = Self.entries.filter { hasValue($0.key.kind) && $0.key.example == nil }.map(\.path)
    #expect(without.isEmpty)
  }

  @Test("the default of a size is the program's own")
  func standard() {
    #expect(KeyTable.experiment["trials"]?.defaultText == "\(Experiment.standardTrials)")
  }

  @Test("every example is what the loader expects there")
  func valid() throws {
    for entry in Self.entries {
      guard let example = entry.key.example else { continue }
      let problems = ProblemList()
      let text = "value: \(example)\n"
      let node = try readYAML(Array(text.utf8), file: "example.yaml", rank: 0, problems: problems)
      let value = try #require(node?["value"], "\(entry.path): \(example)")
      problems.check(value, entry.key.kind, name: entry.key.name)
      let messages = problems.errors.problems.map(\.message)
      #expect(messages.isEmpty, "\(entry.path): \(messages)")
    }
  }
}
