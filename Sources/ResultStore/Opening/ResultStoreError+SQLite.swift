import GRDB

extension ResultStoreError {
  /// The error that a failure of SQLite means for the user of the tool.
  ///
  /// SQLite's own message names the rule that failed and never a bound value.
  package init(_ error: any Error, path: String, busySeconds: Double) {
    if let error = error as? ResultStoreError {
      self = error
      return
    }
    if error is RowDecodingError {
      self = .damaged(path: path, reason: "a row holds what its column forbids")
      return
    }
    guard let error = error as? DatabaseError else {
      // The system's own text for other failures is for programmers.
      self = .failed(path: path, code: 1, reason: "the system refused an operation on it")
      return
    }
    let reason = error.message ?? error.resultCode.description
    switch error.resultCode {
    case .SQLITE_FULL: self = .full(path: path)
    case .SQLITE_IOERR: self = .inputOutput(path: path, code: Int(error.extendedResultCode.rawValue))
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path: path, seconds: busySeconds)
    case .SQLITE_CANTOPEN: self = .cannotOpen(path: path)
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: self = .readOnly(path: path)
    case .SQLITE_NOTADB: self = .notAStore(path: path, found: .otherFile)
    // Statements are fixed, so one that cannot be prepared met another schema.
    case .SQLITE_CORRUPT, .SQLITE_ERROR: self = .damaged(path: path, reason: reason)
    default:
      self = .failed(path: path, code: Int(error.extendedResultCode.rawValue), reason: reason)
    }
  }
}
