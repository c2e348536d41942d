import Yams

/// The text of an experiment that is made from another one.
public struct MadeExperiment: Sendable {
  let meant: LocatedNode
  let base: LocatedNode
  let comment: [String]

  /// All of it.
  public var whole: String { text(of: meant) }

  /// What it is over a file, which stands beside it under this name.
  public func text(extending file: String) -> String {
    var over = LocatedNode.mapping([], at: meant.point)
    over["extends"] = .word(file, at: meant.point)
    for entry in meant.difference(to: base)?.entries ?? [] { over[entry.key] = entry.value }
    return text(of: over)
  }

  private func text(of root: LocatedNode) -> String {
    do {
      let text = try serialize(node: root.yaml, width: LocatedNode.width, allowUnicode: true)
      return comment.map { "# \($0)\n" }.joined() + text
    } catch {
      preconditionFailure("a tree that was read cannot be written: \(error)")
    }
  }
}

extension LocatedNode {
  /// Columns that a line has at most, where it can be broken.
  fileprivate static let width = 100

  /// The tree as the YAML library has it, without the headings under which comments alone stand.
  var yaml: Node { yaml(depth: 0) }

  /// Sections of sections, lists of sections, and what does not fit a line, have a line for each part; all else is on one.
  private func yaml(depth: Int) -> Node {
    let isWide =
      depth == 0 || depth == 1 && entries.contains { $0.value.isMapping }
      || flowText.count > Self.width - 20 && distribution == nil
    switch content {
    case .scalar(let text, let isPlain):
      // A text in quotes is none of the words that mean something without.
      return Node(text, Tag(isPlain ? .implicit : .str), isPlain ? .plain : .doubleQuoted)
    case .mapping(let entries):
      let written = entries.filter { $0.value.content != .scalar("", isPlain: true) }
      let pairs = written.map { (Node($0.key), $0.value.yaml(depth: depth + 1)) }
      return Node(pairs, Tag(.map), isWide && !written.isEmpty ? .block : .flow)
    case .sequence(let items):
      let isList = isWide && items.contains { !$0.isLeaf || $0.items != nil }
      return Node(items.map { $0.yaml(depth: depth + 1) }, Tag(.seq), isList ? .block : .flow)
    case .jointMember: return Node(flowText)
    }
  }
}
