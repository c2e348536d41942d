import TextFormats

extension PropertyValue {
  /// A document of JSON, as string catalogues are written, with the lines of its keys.
  ///
  /// - Throws: ``ReadingFault`` for what is no JSON, and for what is larger than an app's file may be.
  init(json text: String) throws(ReadingFault) {
    do throws(JSONSyntaxProblem) {
      self.init(
        try LocatedJSON(reading: text, depth: AppFileLimits.depth, values: AppFileLimits.values))
    } catch {
      throw ReadingFault(error.line, error.reason)
    }
  }

  private init(_ json: LocatedJSON) {
    let content: Content =
      switch json.content {
      case .text(let text): .text(text)
      case .flag(let flag): .flag(flag)
      case .integer, .unsigned, .number: .other("a number")
      case .null: .other("null")
      case .list(let items): .list(items.map { PropertyValue($0) })
      case .object(let members):
        .mapping(members.map { Entry(key: $0.key, line: $0.line, value: PropertyValue($0.value)) })
      }
    self.init(content: content, line: json.line)
  }
}
