import ExperimentDesign
import TextFormats

/// A change of an experiment.
public enum TextEdit: Hashable, Sendable {
  /// Sets a key by its path, as `--set` does; the value as a file has it on one line.
  case set(path: String, value: String)
  /// Takes a key out, and the sections around it that it leaves empty.
  case remove(path: String)
  /// Copies what a key holds to another key beside it, behind the others.
  case copy(path: String, name: String)
  /// Gives what a key holds another name; what names it elsewhere is the caller's.
  case rename(path: String, name: String)
  /// Gives a key the value that it has in the file; takes it out where the file has none.
  case restore(path: String)
}

/// The text of an experiment with changes in it, one after the other.
///
/// What extends a file is written anew as what it is over it: the file itself is never touched. Another text is written
/// anew without its comments.
///
/// - Parameters:
///   - text: the whole text of an experiment file.
///   - path: what the text is called in messages.
///   - file: the file that it extends, or began as where that has no name of its own.
/// - Throws: ``FileProblems`` for a text that is no YAML, a path that leads nowhere, and a value that is none.
public func edited(
  _ text: String, _ edits: [TextEdit], path: String, file: (name: String, text: String)
) throws(FileProblems) -> String {
  var edited = try EditedText(text, path: path, file: file)
  for edit in edits { try edited.apply(edit) }
  return edited.text
}

/// A text that was read, to be changed.
private struct EditedText {
  private let path: String
  private let name: String?
  private let base: LocatedNode
  private var root: LocatedNode

  init(_ text: String, path: String, file: (name: String, text: String)) throws(FileProblems) {
    self.path = path
    let whole = try Self.read(text, path: path, file)
    base = try Self.read(file.text, path: file.name, nil).root
    root = whole.root
    name = whole.isOverlay ? file.name : nil
  }

  var text: String {
    let made = MadeExperiment(meant: root, base: base, comment: [])
    return name.map(made.text(extending:)) ?? made.whole
  }

  mutating func apply(_ edit: TextEdit) throws(FileProblems) {
    switch edit {
    case .set(let key, let value): try set(key, to: value)
    case .remove(let key): remove(try found(key))
    case .copy(let key, let name):
      let keys = try found(key)
      guard let node = root.value(at: keys) else { return }
      root.set(node, at: try free(keys.dropLast() + [name])[...])
    case .rename(let key, let name):
      let keys = try found(key)
      guard let section = root.value(at: Array(keys.dropLast())), let last = keys.last, name != last else {
        return
      }
      _ = try free(keys.dropLast() + [name])
      var renamed = section
      renamed.content = .mapping(
        section.entries.map { entry in
          var entry = entry
          if entry.key == last { entry.key = name }
          return entry
        })
      root.set(renamed, at: keys.dropLast())
    case .restore(let key):
      if let node = base.value(at: Self.keys(of: key, in: base)) {
        root.set(node, at: Self.keys(of: key, in: base)[...])
      } else {
        let keys = Self.keys(of: key, in: root)
        if root.value(at: keys) != nil { remove(keys) }
      }
    }
  }

  private mutating func set(_ key: String, to value: String) throws(FileProblems) {
    let problems = ProblemList()
    SettingOverride(path: key, value: value).apply(to: &root, rank: SourcePoint.firstSetting, problems)
    guard !problems.hasErrors else { throw problems.errors }
    let keys = Self.keys(of: key, in: root)
    guard root.value(at: keys) != nil else { throw problem("'\(key)' leads to no key that can be set") }
    // What is written over the file goes over a joint of the file too, and not over one beside it.
    if let (layer, path) = root.layer(of: keys), let own = root.value(at: layer), own.isDrawnByJoint(path),
      name == nil || base.value(at: layer)?["joint"]?.writtenText != own["joint"]?.writtenText
    {
      throw problem(
        "\(key.cited) is drawn together with others by the 'joint' beside it. Change it in the text")
    }
  }

  private mutating func remove(_ keys: [String]) {
    var keys = keys
    // A section without keys would be read as a slip.
    while keys.count > 1, root.value(at: Array(keys.dropLast()))?.entries.count == 1 { keys.removeLast() }
    root.remove(at: keys[...])
  }

  /// A place at which nothing stands.
  private func free(_ keys: [String]) throws(FileProblems) -> [String] {
    guard root.value(at: keys) == nil else {
      throw problem("'\(keys.joined(separator: "."))' is there already. Choose another name")
    }
    return keys
  }

  private func found(_ key: String) throws(FileProblems) -> [String] {
    let keys = Self.keys(of: key, in: root)
    guard root.value(at: keys) != nil else { throw problem("the text has no '\(key)'") }
    return keys
  }

  /// The keys that a path means in a text: the population's are `adjust`'s where it stands elsewhere.
  private static func keys(of path: String, in root: LocatedNode) -> [String] {
    var parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if root.isSetInAdjust(parts) { parts[0] = "adjust" }
    return root.keys(of: parts)
  }

  private static func read(
    _ text: String, path: String, _ file: (name: String, text: String)?
  ) throws(FileProblems) -> ExtendedFile {
    let problems = ProblemList()
    let start = LocatedNode.emptyMapping(at: SourcePoint(file: path, rank: 0, line: 1, column: 1))
    let whole: ExtendedFile?
    do {
      let own = try readYAML(Array(text.utf8), file: path, rank: 0, problems: problems) ?? start
      whole = try ExtendedFile(own, path: path, given: file, problems)
    } catch {
      whole = nil
    }
    guard let whole, !problems.hasErrors else { throw problems.errors }
    return whole
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
}
