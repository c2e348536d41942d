import ArgumentParser
import Foundation
import ResultStore

/// Which store a command uses.
struct StoreOptions: ParsableArguments {
  @Option(
    .path("sqlite"), name: .customLong("db"), value: "path",
    help: "The store. (default: $ATT_LAB_DB, else att-lab.sqlite in the current folder)")
  var path: String?

  /// The store's path: the option, else the environment, else the current folder.
  var resolved: String { path ?? Self.standard }

  /// The store of commands that name none.
  static var standard: String {
    if let path = ProcessInfo.processInfo.environment["ATT_LAB_DB"], !path.isEmpty { return path }
    return usual
  }

  private static let usual = "att-lab.sqlite"

  /// Whether the option or the environment names the store.
  var isChosen: Bool { path != nil || resolved != Self.usual }

  func validate() throws {
    guard resolved != ":memory:" else {
      throw ValidationError(
        "A store is a file, which other commands read; ':memory:' is none. Name one, as in '--db run.sqlite'."
      )
    }
  }

  /// Opens for writing a store that is there; none is made.
  func openExisting() throws -> ResultStore {
    _ = try open(.reading)
    return try open(.writing)
  }

  func open(_ access: ResultStore.Access) throws(ResultStoreError) -> ResultStore {
    try ResultStore(path: resolved, access: access)
  }
}
