package import Foundation
import PromptFlow

/// Values by name, as user defaults keep them.
package protocol DefaultsStorage: AnyObject {
  func data(forKey key: String) -> Data?
  func set(_ value: Any?, forKey key: String)
}

extension UserDefaults: DefaultsStorage {}

/// One value of user defaults, which is empty before the first unlock whatever is kept.
@MainActor
package final class DefaultsValue {
  private let values: any DefaultsStorage
  private let key: String
  private let isProtectedDataAvailable: @MainActor () -> Bool
  private var hasRead = false

  /// - Parameters:
  ///   - values: the values.
  ///   - key: the name of the one.
  ///   - isProtectedDataAvailable: what the system says about protected data.
  package init(
    _ values: any DefaultsStorage, key: String, isProtectedDataAvailable: @escaping @MainActor () -> Bool
  ) {
    self.values = values
    self.key = key
    self.isProtectedDataAvailable = isProtectedDataAvailable
  }

  /// One value of the app's own defaults.
  package convenience init(key: String, isProtectedDataAvailable: @escaping @MainActor () -> Bool) {
    self.init(UserDefaults.standard, key: key, isProtectedDataAvailable: isProtectedDataAvailable)
  }

  /// What was kept; `nil` where nothing was.
  package func read() throws -> Data? {
    let data = values.data(forKey: key)
    guard data != nil || isProtectedDataAvailable() else {
      throw FlowStateError.unreadable("user defaults are empty while protected data is unavailable")
    }
    hasRead = true
    return data
  }

  /// Keeps a value, once it is known what it replaces.
  package func write(_ data: Data) throws {
    if !hasRead { _ = try read() }
    values.set(data, forKey: key)
  }
}
