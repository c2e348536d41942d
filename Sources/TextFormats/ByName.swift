/// Values under names of somebody's own, such as those of options: an object whose keys are these names, in order.
public struct ByName<Value> {
  /// In order.
  public var entries: [(name: String, value: Value)]

  /// - Parameter entries: each name once.
  public init(_ entries: [(name: String, value: Value)]) { self.entries = entries }
}

extension ByName: Encodable where Value: Encodable {
  /// An object with a key for each name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: NameKey.self)
    for entry in entries { try container.encode(entry.value, forKey: NameKey(stringValue: entry.name)) }
  }
}

/// A key that is somebody's name and no word of ours, and is written as it is.
package struct NameKey: CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }
  package init(stringValue: String) { self.stringValue = stringValue }
  package init?(intValue: Int) { nil }
}
