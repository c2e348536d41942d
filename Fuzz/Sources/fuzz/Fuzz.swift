import Foundation

/// What reads bytes that somebody else wrote.
enum Reader: String, CaseIterable {
  case experiment, table, plist, manifest, strings, catalog, source, strategy, state, store

  /// Reads the bytes, or refuses them with an error of its own; anything else ends the process.
  func read(_ bytes: [UInt8]) {
    switch self {
    case .experiment: readExperiment(bytes)
    case .table: readTable(bytes)
    case .plist: readAppFile(bytes, "Info.plist", .infoPlist)
    case .manifest: readAppFile(bytes, "PrivacyInfo.xcprivacy", .privacyManifest)
    case .strings: readAppFile(bytes, "InfoPlist.strings", .strings)
    case .catalog: readAppFile(bytes, "InfoPlist.xcstrings", .stringCatalog)
    case .source: readSource(bytes)
    case .strategy: readStrategy(bytes)
    case .state: readFlowState(bytes)
    case .store: readStore(bytes)
    }
  }

  /// What reading may cost, in bytes allocated.
  ///
  /// Above what any input of the corpus costs, and far below what an unbounded reader reaches with an input of this
  /// length. The fixed part is for what a file of any size may ask for: the cache of SQLite, the buffers of a table,
  /// 1 MiB of text in a property list, the rule book that the first source makes.
  var bound: ReadingCost.Bound {
    switch self {
    case .strategy, .state: ReadingCost.Bound(atLeast: 1 << 20, perByte: 256)
    case .source: ReadingCost.Bound(atLeast: 4 << 20, perByte: 256)
    case .plist, .manifest, .strings, .catalog: ReadingCost.Bound(atLeast: 16 << 20, perByte: 512)
    case .table, .store: ReadingCost.Bound(atLeast: 64 << 20, perByte: 512)
    case .experiment: ReadingCost.Bound(atLeast: 128 << 20, perByte: 4_096)
    }
  }
}

/// The reader of this process: one process fuzzes one, so that its corpus is of one kind.
private let reader: Reader = {
  let name = ProcessInfo.processInfo.environment["READER"] ?? ""
  guard let reader = Reader(rawValue: name) else {
    let known = Reader.allCases.map(\.rawValue).joined(separator: ", ")
    FileHandle.standardError.write(Data("READER must be one of \(known), not '\(name)'\n".utf8))
    exit(64)
  }
  reportLargestAllocation()
  // Tables that are read but once, such as the rule book, are no cost of an input.
  reader.read(Array("0ATTrackingManager.requestTrackingAuthorization { _ in }".utf8))
  return reader
}()

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func readOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let cost = ReadingCost()
  reader.read(bytes)
  cost.requireBounded(reader.bound, by: bytes)
  return 0
}

/// Ends the process as a finding.
func found(_ what: String) -> Never {
  FileHandle.standardError.write(Data("finding: \(what)\n".utf8))
  abort()
}
