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
    /// Copies what it holds to a key beside it, behind the others, called ``TextEdit/value``.
    case copy
    /// Gives it the value that it has in the file; takes it out where the file has none.
    case restore
  }

  let edit: Kind
  let path: String
  let value: String?

  /// A change of the key at a path.
  public init(_ edit: Kind, _ path: String, value: String? = nil) {
    (self.edit, self.path, self.value) = (edit, path, value)
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
  var root = whole.root
  for edit in edits { try edit.apply(to: &root, of: path, over: base) }
  let made = MadeExperiment(meant: root, base: base, comment: [])
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

extension TextEdit {
  /// - Parameter base: what the file says that the text extends, or began as.
  fileprivate func apply(
    to root: inout LocatedNode, of file: String, over base: LocatedNode
  ) throws(FileProblems) {
    let problems = ProblemList()
    let keys = root.keys(meantBy: path)
    let node = root.value(at: keys)
    let whole = SourcePoint(file: file, rank: 0, line: 0, column: 0)
    switch edit {
    case .set:
      Setting(path: path, value: value ?? "").apply(to: &root, rank: SourcePoint.firstSetting, problems)
    case .remove where node == nil, .copy where node == nil:
      problems.error(whole, "the text has no '\(path)'")
    case .remove: root.remove(at: keys)
    case .copy:
      let place = keys.dropLast() + [value ?? ""]
      if let node, root.value(at: place) == nil {
        root.set(node, at: place)
      } else {
        problems.error(whole, "'\(place.joined(separator: "."))' is there already. Choose another name")
      }
    case .restore:
      let own = base.keys(meantBy: path)
      if let node = base.value(at: own) { root.set(node, at: own[...]) } else { root.remove(at: keys) }
    }
    guard !problems.hasErrors else { throw problems.errors }
  }
}
