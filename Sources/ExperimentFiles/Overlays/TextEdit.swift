import ExperimentDesign
public import TextFormats

/// A change of an experiment, as the page asks for it.
public struct TextEdit: Decodable, Hashable, Sendable {
  /// What is done to a key.
  public enum Kind: String, Decodable, Sendable {
    /// Sets it, as `--set` does, to ``TextEdit/value``: as a file has it on one line.
    case set
    /// Takes it out, and the sections around it that it leaves empty.
    case remove
    /// Copies what it holds to a key beside it, behind the others.
    case copy
    /// Gives what it holds another name; what names it elsewhere is the caller's.
    case rename
    /// Gives it the value that it has in the file; takes it out where the file has none.
    case restore
  }

  let edit: Kind
  let path: String
  let value: String?
  let name: String?

  /// - Parameters:
  ///   - value: what to set.
  ///   - name: of the copy, or from now on.
  public init(_ edit: Kind, _ path: String, value: String? = nil, name: String? = nil) {
    (self.edit, self.path, self.value, self.name) = (edit, path, value, name)
  }
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
  let base = try read(file.text, path: file.name, nil).root
  let whole = try read(text, path: path, file)
  var edited = EditedText(root: whole.root, base: base, path: path)
  for edit in edits { try edited.apply(edit) }
  let made = MadeExperiment(meant: edited.root, base: base, comment: [])
  return whole.isOverlay ? made.text(extending: file.name) : made.whole
}

private func read(
  _ text: String, path: String, _ file: (name: String, text: String)?
) throws(FileProblems) -> ExtendedFile {
  let problems = ProblemList()
  guard let whole = try? ExtendedFile(text: Array(text.utf8), path: path, given: file, problems),
    !problems.hasErrors
  else { throw problems.errors }
  return whole
}

/// A text that was read, to be changed.
private struct EditedText {
  var root: LocatedNode
  /// What the file says that it extends, or began as.
  let base: LocatedNode
  let path: String

  mutating func apply(_ edit: TextEdit) throws(FileProblems) {
    switch edit.edit {
    case .set: try set(edit.path, to: edit.value ?? "")
    case .remove: root.remove(at: try found(edit.path).keys)
    case .copy:
      let (keys, node) = try found(edit.path)
      root.set(node, at: try free(keys, edit.name)[...])
    case .rename:
      let (keys, _) = try found(edit.path)
      guard edit.name != keys.last, var section = root.value(at: keys.dropLast()) else { return }
      let renamed = try free(keys, edit.name)
      section.content = .mapping(
        section.entries.map { entry in
          var entry = entry
          if entry.key == keys.last { entry.key = renamed[renamed.count - 1] }
          return entry
        })
      root.set(section, at: keys.dropLast())
    case .restore:
      let keys = base.keys(meantBy: edit.path)
      if let node = base.value(at: keys) {
        root.set(node, at: keys[...])
      } else {
        root.remove(at: root.keys(meantBy: edit.path))
      }
    }
  }

  private mutating func set(_ key: String, to value: String) throws(FileProblems) {
    let problems = ProblemList()
    Setting(path: key, value: value).apply(to: &root, rank: SourcePoint.firstSetting, problems)
    guard !problems.hasErrors else { throw problems.errors }
    let keys = root.keys(meantBy: key)
    guard root.value(at: keys) != nil else { throw problem("'\(key)' leads to no key that can be set") }
  }

  /// The place of a name beside a key, at which nothing stands yet.
  private func free(_ keys: [String], _ name: String?) throws(FileProblems) -> [String] {
    let place: [String] = keys.dropLast() + [name ?? ""]
    guard root.value(at: place) == nil else {
      throw problem("'\(place.joined(separator: "."))' is there already. Choose another name")
    }
    return place
  }

  private func found(_ key: String) throws(FileProblems) -> (keys: [String], node: LocatedNode) {
    let keys = root.keys(meantBy: key)
    guard let node = root.value(at: keys) else { throw problem("the text has no '\(key)'") }
    return (keys, node)
  }

  private func problem(_ message: String) -> FileProblems {
    FileProblems([FileProblem(file: path, message: message)])
  }
}

extension LocatedNode {
  /// The keys that a path means in this text: the population's are `adjust`'s where it stands elsewhere.
  fileprivate func keys(meantBy path: String) -> [String] {
    var parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if isSetInAdjust(parts) { parts[0] = "adjust" }
    return keys(of: parts)
  }
}
