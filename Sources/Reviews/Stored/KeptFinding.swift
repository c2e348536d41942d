package import Rendering

/// A plan, a search, a calibration or a test: printed and listed now, and from a store later.
package protocol KeptFinding: Presentable {
  /// What came out, in a few words: `13,020 installs, power 80%`.
  var result: String { get }

  /// What a store keeps of it, with the schema's name: what it is read back from.
  func facts() throws -> JSONValue
}
