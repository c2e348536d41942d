public import Foundation

/// A folder of a test's own, removed with it.
public final class Scratch: Sendable {
  /// Empty at first.
  public let folder: URL

  /// Where no folder can be made, the first file of the test cannot be either.
  public init() {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("att-lab-\(UUID().uuidString)", isDirectory: true)
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The path of a file in it.
  public func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Writes a file into it, and says where.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    return path(name)
  }
}
