/// A value of a document that somebody else may have written, and where it stands in it.
///
/// What is read has the kind and the range that is asked for, or is a ``JSONProblem`` with its place.
public struct JSONMember: Sendable {
  /// The value.
  public let value: JSONValue
  /// Where it stands: `curve[2].power`; empty for the document itself.
  public let path: String

  /// A whole document.
  public init(_ document: JSONValue) {
    value = document
    path = ""
  }

  private init(_ value: JSONValue, path: String) {
    self.value = value
    self.path = path
  }

  /// That it is not what was expected.
  public func problem(expected: String) -> JSONProblem {
    JSONProblem(
      place: path.isEmpty ? "the document" : path, reason: "expected \(expected), found \(found)")
  }

  private var found: String {
    switch value {
    case .null: "null"
    case .flag(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .unsigned(let number): "\(number)"
    case .number(let number): "\(number)"
    case .text(let text): "'\(String(text.prefix(40)).withoutControlCharacters())'"
    case .list: "a list"
    case .object: "an object"
    }
  }

  /// A member of an object.
  ///
  /// - Throws: ``JSONProblem`` where it is missing or null.
  public func member(_ key: String) throws(JSONProblem) -> JSONMember {
    guard let member = try optional(key) else {
      throw JSONProblem(place: join(key), reason: "expected a value, found none")
    }
    return member
  }

  /// A member of an object; `nil` where it is missing or null.
  public func optional(_ key: String) throws(JSONProblem) -> JSONMember? {
    guard case .object(let members) = value else { throw problem(expected: "an object") }
    guard let member = members.first(where: { $0.key == key }) else { return nil }
    if case .null = member.value { return nil }
    return JSONMember(member.value, path: join(key))
  }

  private func join(_ key: String) -> String {
    let key = key.withoutControlCharacters()
    return path.isEmpty ? key : "\(path).\(key)"
  }

  /// The members of an object in their order, each with its key.
  public func members() throws(JSONProblem) -> [(key: String, member: JSONMember)] {
    guard case .object(let members) = value else { throw problem(expected: "an object") }
    return members.map { ($0.key, JSONMember($0.value, path: join($0.key))) }
  }

  /// The items of a list.
  ///
  /// - Parameter count: how many there have to be; `nil` for any number.
  public func items(_ count: Int? = nil) throws(JSONProblem) -> [JSONMember] {
    guard case .list(let items) = value else { throw problem(expected: "a list") }
    if let count, items.count != count {
      throw JSONProblem(
        place: path.isEmpty ? "the document" : path,
        reason: "expected a list of \(count), found one of \(items.count)")
    }
    return items.enumerated().map { JSONMember($1, path: "\(path)[\($0)]") }
  }

  /// A text.
  public func text() throws(JSONProblem) -> String {
    guard case .text(let text) = value else { throw problem(expected: "a text") }
    return text
  }

  /// One of the words of a type.
  public func word<Word: RawRepresentable & CaseIterable>(
    _: Word.Type
  ) throws(JSONProblem) -> Word where Word.RawValue == String {
    guard case .text(let text) = value, let word = Word(rawValue: text) else {
      throw problem(expected: "one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return word
  }

  /// Yes or no.
  public func flag() throws(JSONProblem) -> Bool {
    guard case .flag(let flag) = value else { throw problem(expected: "true or false") }
    return flag
  }

  /// A finite number in a range.
  public func number(
    in range: ClosedRange<Double> = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
  ) throws(JSONProblem) -> Double {
    let number: Double? =
      switch value {
      case .integer(let number): Double(number)
      case .unsigned(let number): Double(number)
      case .number(let number): number
      case .null, .flag, .text, .list, .object: nil
      }
    let isAny = range.upperBound == .greatestFiniteMagnitude
    guard let number, range.contains(number) else {
      throw problem(
        expected: isAny ? "a number" : "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// A whole number in a range.
  public func count(in range: ClosedRange<Int> = 0...1_000_000_000_000) throws(JSONProblem) -> Int {
    guard case .integer(let number) = value, let count = Int(exactly: number), range.contains(count) else {
      throw problem(expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return count
  }
}
