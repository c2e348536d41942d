public import TextFormats

extension PropertyValue {
  /// Reads YAML that is no experiment, such as a specification of XcodeGen; `nil` where the text holds nothing but comments.
  ///
  /// Limits are those of an experiment. What is left empty or `null` is the empty text.
  ///
  /// - Parameter file: The file as it was named, for problems.
  /// - Throws: ``FileProblems`` for what is not YAML, has a key twice, or is too large.
  public init?(yaml bytes: [UInt8], file: String) throws(FileProblems) {
    let problems = ProblemList()
    let root = try? readYAML(bytes, file: file, rank: 0, problems: problems)
    guard !problems.hasErrors else { throw problems.errors }
    guard let root else { return nil }
    self.init(root)
  }

  private init(_ node: LocatedNode, key: String = "", line: Int? = nil) {
    let content: Content =
      switch node.content {
      case .scalar(let text, _): .text(node.isNull ? "" : text)
      case .jointMember: .text("")
      case .sequence(let items): .list(items.map { PropertyValue($0) })
      case .mapping(let entries):
        .mapping(entries.map { PropertyValue($0.value, key: $0.key, line: $0.point.line) })
      }
    self.init(content, key: key, line: line ?? node.point.line)
  }
}
