import ExperimentDesign

/// Reads YAML that is no experiment, such as a specification of XcodeGen, into values of the caller's.
///
/// Flow style, block style, quoting, anchors and aliases are read; an alias becomes the value it names. Limits are
/// those of an experiment.
///
/// - Parameters:
///   - bytes: UTF-8.
///   - file: The file as it was named, for problems.
///   - scalar: A value of a text and its 1-based line; what is left empty or `null` is the empty text.
///   - list: A value of items and the line of the first.
///   - mapping: A value of keys with their lines and values, and the line of the first.
/// - Returns: `nil` where the text holds nothing but comments.
/// - Throws: ``FileProblems`` for what is not YAML, has a key twice, or is too large.
public func readYAML<Value>(
  _ bytes: [UInt8], file: String, scalar: (_ text: String, _ line: Int) -> Value,
  list: (_ items: [Value], _ line: Int) -> Value,
  mapping: (_ entries: [(key: String, line: Int, value: Value)], _ line: Int) -> Value
) throws(FileProblems) -> Value? {
  let problems = ProblemList()
  let root = try? readYAML(bytes, file: file, rank: 0, problems: problems)
  guard !problems.hasErrors else { throw problems.errors }
  func fold(_ node: LocatedNode) -> Value {
    switch node.content {
    case .scalar(let text, _): scalar(node.isNull ? "" : text, node.point.line)
    case .jointMember: scalar("", node.point.line)
    case .sequence(let items): list(items.map(fold), node.point.line)
    case .mapping(let entries):
      mapping(entries.map { ($0.key, $0.point.line, fold($0.value)) }, node.point.line)
    }
  }
  return root.map(fold)
}
