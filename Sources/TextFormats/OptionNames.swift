extension CodingUserInfoKey {
  /// The names of a run's options in its order, as `[String]`: an encoder that has them writes names for positions.
  public static let options = CodingUserInfoKey(rawValue: "options")
}

extension Encoder {
  fileprivate var optionNames: [String]? { CodingUserInfoKey.options.flatMap { userInfo[$0] as? [String] } }
}

/// Positions of options that are names in data: people and programs know options by name, and sums by position.
///
/// One position, one or none, or a list of them: an `Int`, an `Int?` or an `[Int]`.
@propertyWrapper
public struct OptionNames<Positions: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  /// Positions in the run's order of options.
  public var wrappedValue: Positions

  /// Of these positions.
  public init(wrappedValue: Positions) { self.wrappedValue = wrappedValue }

  /// Positions again: what is read back was written without names.
  public init(from decoder: any Decoder) throws { wrappedValue = try Positions(from: decoder) }

  /// Names where the encoder has them, null for an option that the run has not; else positions.
  public func encode(to encoder: any Encoder) throws {
    guard let options = encoder.optionNames else { return try wrappedValue.encode(to: encoder) }
    func name(_ position: Int) -> String? { options.indices.contains(position) ? options[position] : nil }
    if let positions = wrappedValue as? [Int] {
      try positions.map(name).encode(to: encoder)
    } else {
      try (wrappedValue as? Int).flatMap(name).encode(to: encoder)
    }
  }
}

/// A value for every option of a run, in its order: in data a key for each.
@propertyWrapper
public struct PerOption<Value> {
  /// In the run's order of options.
  public var wrappedValue: [Value]

  /// Of one value for each option.
  public init(wrappedValue: [Value]) { self.wrappedValue = wrappedValue }
}

extension PerOption: Equatable where Value: Equatable {}
extension PerOption: Sendable where Value: Sendable {}

extension PerOption: Encodable where Value: Encodable {
  /// An object with a key for each option where the encoder has their names, else a list.
  public func encode(to encoder: any Encoder) throws {
    guard let options = encoder.optionNames else { return try wrappedValue.encode(to: encoder) }
    try ByName(zip(options, wrappedValue).map { (name: $0, value: $1) }).encode(to: encoder)
  }
}

extension PerOption: Decodable where Value: Decodable {
  /// From a list: what is read back was written without names.
  public init(from decoder: any Decoder) throws { wrappedValue = try [Value](from: decoder) }
}
