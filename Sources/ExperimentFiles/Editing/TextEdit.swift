import ExperimentDesign
import TextFormats

/// A change of an experiment's text that leaves everything else as it is written, comments too.
public enum TextEdit: Hashable, Sendable {
  /// Sets a key by its path, as `--set` does; the value as a file has it on one line.
  case set(path: String, value: String)
  /// Takes a key out, and the sections around it that it leaves empty.
  case remove(path: String)
  /// Copies what a key holds to another key beside it, behind the others.
  case copy(path: String, name: String)
  /// Gives what a key holds another name, at its place; what names it elsewhere is the caller's.
  case rename(path: String, name: String)
  /// Gives a key the value that it has in another text; takes it out where that text has none.
  case restore(path: String, from: String)
}

/// The text of an experiment with changes in it, one after the other.
///
/// A value that stands on one line is replaced there, and a key that is new is written behind its neighbours. Where
/// that does not read back as what was meant, the section at the left edge is written anew without its comments.
///
/// - Parameters:
///   - text: The whole text of an experiment file.
///   - path: What the text is called in messages.
/// - Throws: ``FileProblems`` for a text that is no YAML, a path that leads nowhere, and a value that is none.
public func edited(_ text: String, _ edits: [TextEdit], path: String) throws(FileProblems) -> String {
  var text = text
  for edit in edits { text = try EditedText(text, path: path).text(edit) }
  return text
}

/// A text that was read, to be changed once.
struct EditedText {
  private let text: String
  private let path: String
  private let root: LocatedNode

  init(_ text: String, path: String) throws(FileProblems) {
    self.text = text
    self.path = path
    root = try Self.read(text, path: path)
  }

  func text(_ edit: TextEdit) throws(FileProblems) -> String {
    switch edit {
    case .set(let key, let value): return try setting(key, to: value)
    case .remove(let key): return try removing(found(key, orThrow: true))
    case .copy(let key, let name):
      let keys = try found(key, orThrow: true)
      let copy = keys.dropLast() + [name]
      guard root.value(at: Array(copy)) == nil else {
        throw problem("'\(copy.joined(separator: "."))' is there already. Choose another name")
      }
      guard let node = root.value(at: keys) else { return text }
      var meant = root
      meant.set(node, at: copy[...])
      let source = SourceLines(text)
      return try written(source.copying(keys, as: name, in: root), meant, section: keys[0])
    case .rename(let key, let name): return try renaming(found(key, orThrow: true), to: name)
    case .restore(let key, let other):
      let there = try Self.read(other, path: path)
      if let node = there.value(at: Self.keys(of: key, in: there)) {
        return try setting(key, to: node.writtenText)
      }
      let keys = try found(key, orThrow: false)
      return keys.isEmpty ? text : try removing(keys)
    }
  }

  private func setting(_ key: String, to value: String) throws(FileProblems) -> String {
    var problems = ProblemList()
    var meant = root
    SettingOverride(path: key, value: value).apply(to: &meant, rank: SourcePoint.firstSetting, &problems)
    guard !problems.hasErrors else { throw FileProblems(problems: problems.sorted(.error)) }
    let keys = Self.keys(of: key, in: meant)
    guard let node = meant.value(at: keys) else { throw problem("'\(key)' leads to no key that can be set") }
    if let (layer, path) = meant.layer(of: keys), meant.value(at: layer)?.isDrawnByJoint(path) == true {
      throw problem(
        "\(key.cited) is drawn together with others by the 'joint' beside it. Change it in the text")
    }
    let candidate = SourceLines(text).setting(keys, to: node.writtenText, in: root)
    return try written(candidate, meant, section: keys[0])
  }

  private func renaming(_ keys: [String], to name: String) throws(FileProblems) -> String {
    let parent = Array(keys.dropLast())
    guard let section = root.value(at: parent), let last = keys.last, name != last else { return text }
    guard section[name] == nil else {
      throw problem("'\((parent + [name]).joined(separator: "."))' is there already. Choose another name")
    }
    var renamed = section
    renamed.content = .mapping(
      section.entries.map { entry in
        var entry = entry
        if entry.key == last { entry.key = name }
        return entry
      })
    var meant = root
    meant.set(renamed, at: parent[...])
    return try written(SourceLines(text).renaming(keys, to: name, in: root), meant, section: keys[0])
  }

  private func removing(_ keys: [String]) throws(FileProblems) -> String {
    var keys = keys
    // A section without keys would be read as a slip.
    while keys.count > 1, root.value(at: Array(keys.dropLast()))?.entries.count == 1 { keys.removeLast() }
    var meant = root
    meant.remove(at: keys[...])
    return try written(SourceLines(text).removing(keys, in: root), meant, section: keys[0])
  }

  /// The first candidate that reads back as what is meant, else the text with the section written anew.
  private func written(
    _ candidate: String?, _ meant: LocatedNode, section: String
  ) throws(FileProblems) -> String {
    if let candidate, reads(candidate, as: meant) { return candidate }
    if var lines = FileSections(of: root).lines(of: text, without: [section]) {
      if let node = meant[section] {
        let head = "\(yamlWord(section)):"
        lines +=
          node.isMapping ? ["", head] + node.lines.map { "  \($0)" } : ["", "\(head) \(node.writtenText)"]
      }
      let anew = lines.joined(separator: "\n") + "\n"
      if reads(anew, as: meant) { return anew }
    }
    throw problem("\(section.cited) cannot be changed from here. Change it in the text")
  }

  private func reads(_ candidate: String, as meant: LocatedNode) -> Bool {
    guard let node = try? Self.read(candidate, path: path) else { return false }
    return node.sorted.writtenText == meant.sorted.writtenText
  }

  private func found(_ key: String, orThrow: Bool) throws(FileProblems) -> [String] {
    let keys = Self.keys(of: key, in: root)
    if root.value(at: keys) != nil { return keys }
    guard orThrow else { return [] }
    throw problem("the text has no '\(key)'")
  }

  /// The keys that a path means in a text: the population's are `adjust`'s where it stands elsewhere, and names may
  /// hold dots.
  private static func keys(of path: String, in root: LocatedNode) -> [String] {
    var parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)[...]
    if root.isSetInAdjust(Array(parts)) { parts[parts.startIndex] = "adjust" }
    var keys: [String] = []
    var node: LocatedNode? = root
    while !parts.isEmpty {
      let length =
        (1...parts.count).last { node?[parts.prefix($0).joined(separator: ".")] != nil } ?? 1
      let key = parts.prefix(length).joined(separator: ".")
      keys.append(key)
      node = node?[key]
      parts = parts.dropFirst(length)
    }
    return keys
  }

  private static func read(_ text: String, path: String) throws(FileProblems) -> LocatedNode {
    var problems = ProblemList()
    let node = try? readYAML(Array(text.utf8), file: path, rank: 0, problems: &problems)
    guard !problems.hasErrors else { throw FileProblems(problems: problems.sorted(.error)) }
    return node ?? .emptyMapping(at: SourcePoint(file: path, rank: 0, line: 1, column: 1))
  }

  private func problem(_ message: String) -> FileProblems {
    FileProblems(problems: [FileProblem(file: path, line: 0, column: 0, message: message)])
  }
}

extension LocatedNode {
  /// The layer of the population in which a number of an experiment stands, and its path there.
  func layer(of keys: [String]) -> (layer: [String], path: String)? {
    guard let first = keys.first else { return nil }
    var depth: Int
    switch first {
    case "population", "adjust": depth = 1
    case "scenarios": depth = 2
    default: return nil
    }
    if keys.dropFirst(depth).first == "segments" { depth += 2 }
    guard keys.count > depth else { return nil }
    return (Array(keys[..<depth]), keys[depth...].joined(separator: "."))
  }

  /// Takes the value at a path out.
  fileprivate mutating func remove(at path: ArraySlice<String>) {
    guard let key = path.first else { return }
    guard path.count > 1, var child = self[key] else {
      self[key] = nil
      return
    }
    child.remove(at: path.dropFirst())
    self[key] = child
  }

  /// The same with the file's own keys in the order of their names: a section that is written anew stands last.
  fileprivate var sorted: LocatedNode {
    var node = self
    node.content = .mapping(entries.sorted { $0.key < $1.key })
    return node
  }
}
