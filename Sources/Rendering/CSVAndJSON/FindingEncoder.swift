import TextFormats

extension JSONValue {
  /// A finding as it is declared: its keys in their order and in snake case, a missing value as null.
  ///
  /// Foundation's encoder sorts keys or shuffles them, and leaves out what is missing, so that rows of one
  /// table would differ in their columns.
  ///
  /// - Parameter options: names of the options whose positions are to be written as names.
  /// - Throws: `EncodingError` where the finding's own encoding does.
  package init(encoding finding: some Encodable, options: [String]? = nil) throws {
    let place = EncodedPlace(options: options)
    try finding.encode(to: place)
    self = place.value
  }
}

extension CSVDocument {
  /// Rows of values as a table: a column for each key, in the order of the declaration.
  ///
  /// - Throws: `EncodingError` where a row's own encoding does.
  package init(encoding rows: [some Encodable]) throws {
    self.init(
      try rows.map { row in
        guard case .object(let members) = try JSONValue(encoding: row) else { return [] }
        return members
      })
  }
}

/// A value that is being encoded.
private final class EncodedPlace: Encoder {
  enum Content {
    case none
    case value(JSONValue)
    case object([(key: String, place: EncodedPlace)])
    case list([EncodedPlace])
  }
  var content = Content.none
  let options: [String]?
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] {
    guard let options, let key = CodingUserInfoKey.options else { return [:] }
    return [key: options]
  }

  init(options: [String]?) { self.options = options }

  var value: JSONValue {
    switch content {
    case .none: .object([])
    case .value(let value): value
    case .object(let members): .object(members.map { ($0.key, $0.place.value) })
    case .list(let items): .list(items.map(\.value))
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .none = content { content = .object([]) }
    return KeyedEncodingContainer(EncodedObject<Key>(place: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .none = content { content = .list([]) }
    return EncodedList(place: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { EncodedSingle(place: self) }

  func member(_ key: some CodingKey) -> EncodedPlace {
    let place = EncodedPlace(options: options)
    guard case .object(var members) = content else { return place }
    members.append((key is NameKey ? key.stringValue : snakeCase(key.stringValue), place))
    content = .object(members)
    return place
  }

  func item() -> EncodedPlace {
    let place = EncodedPlace(options: options)
    guard case .list(var items) = content else { return place }
    items.append(place)
    content = .list(items)
    return place
  }

  func write(_ value: some Encodable) throws {
    switch value {
    case let flag as Bool: content = .value(.flag(flag))
    case let text as String: content = .value(.text(text))
    case let number as Double: content = .value(.number(number))
    case let number as Int: content = .value(.count(number))
    case let number as Int64: content = .value(.integer(number))
    case let number as UInt64: content = .value(.unsigned(number))
    default: try value.encode(to: self)
    }
  }
}

/// `chanceBest` as `chance_best`.
private func snakeCase(_ name: String) -> String {
  name.reduce(into: "") { text, letter in
    if letter.isUppercase, !text.isEmpty { text += "_" }
    text += letter.lowercased()
  }
}

private struct EncodedObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let place: EncodedPlace
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { place.member(key).content = .value(.null) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try place.member(key).write(value) }

  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
  }
  // Those of the types that the synthesized encoding calls by name.
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try optional(value, key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try optional(value, key) }

  private func optional(_ value: (some Encodable)?, _ key: Key) throws {
    if let value { try place.member(key).write(value) } else { encodeNil(forKey: key) }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { place.member(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    place.member(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { place }
  func superEncoder(forKey key: Key) -> any Encoder { place.member(key) }
}

private struct EncodedList: UnkeyedEncodingContainer {
  let place: EncodedPlace
  var codingPath: [any CodingKey] { [] }
  var count: Int { if case .list(let items) = place.content { items.count } else { 0 } }

  func encodeNil() { place.item().content = .value(.null) }
  func encode<Value: Encodable>(_ value: Value) throws { try place.item().write(value) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    place.item().container(keyedBy: type)
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { place.item().unkeyedContainer() }
  func superEncoder() -> any Encoder { place.item() }
}

private struct EncodedSingle: SingleValueEncodingContainer {
  let place: EncodedPlace
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { place.content = .value(.null) }
  func encode<Value: Encodable>(_ value: Value) throws { try place.write(value) }
}
