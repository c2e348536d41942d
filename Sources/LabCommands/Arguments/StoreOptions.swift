import ArgumentParser
import Foundation
import ResultStore
import Reviews

/// Which store a command uses.
struct StoreOptions: ParsableArguments {
  @Option(
    .path("sqlite"), name: .customLong("db"), value: "path",
    help: "The store. (default: $ATT_LAB_DB, else att-lab.sqlite in the current folder)")
  var path: String?

  /// The store's path: the option, else the environment, else the current folder.
  var resolved: String {
    let named = ProcessInfo.processInfo.environment["ATT_LAB_DB"].flatMap { $0.isEmpty ? nil : $0 }
    return path ?? named ?? RunCommands.usualStore
  }

  /// Whether the option or the environment names the store.
  var isChosen: Bool { path != nil || resolved != RunCommands.usualStore }

  /// Opens for writing a store that is there; none is made.
  func openExisting() throws -> ResultStore {
    _ = try open(.reading)
    return try open(.writing)
  }

  func open(_ access: ResultStore.Access) throws(ResultStoreError) -> ResultStore {
    try ResultStore(path: resolved, access: access)
  }
}
