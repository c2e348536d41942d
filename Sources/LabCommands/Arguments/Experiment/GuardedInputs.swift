import ArgumentParser
import Foundation
import LocalFiles
import ResultStore

/// The files that a command reads or keeps its runs in, which none of its outputs may destroy.
///
/// Files are compared by what they are and not by name: through links of both kinds, through links in their
/// folders, and by where they would be made.
struct GuardedInputs {
  /// Files that are read, by what they are called in messages.
  var files: [(path: String, what: String)] = []
  /// The store, be it there or not.
  var store: String?
  /// Texts that stored runs were made from, by what they are called in messages; the files that hold them are
  /// guarded, wherever they are.
  var texts: [(text: String, what: String)] = []

  /// What SQLite keeps beside a database and removes when it is done.
  private static let suffixes = ["-wal", "-shm", "-journal"]

  /// Refuses an output that would destroy something.
  ///
  /// - Parameters:
  ///   - option: what asks for the output: `--out`.
  ///   - rewritten: what the output may be already; `nil` for no file that is written again.
  /// - Throws: `ValidationError`.
  func requireApart(_ option: String, _ output: String, rewritten: RewrittenFile? = nil) throws {
    if OutputFile.isStandardOutput(output) { return }
    for (path, what) in files + [store].compactMap({ $0 }).map({ ($0, "the store") })
    where FileIdentity.isSame(output, path == "-" ? "/dev/stdin" : path) {
      throw ValidationError("'\(option) \(output)' would overwrite \(what); give another path.")
    }
    if let database = database(beside: output) {
      throw ValidationError(
        "'\(option) \(output)' is a name that SQLite uses beside the database '\(database)', and it would be lost; "
          + "give another path.")
    }
    if isDatabase(output) {
      throw ValidationError(
        "'\(option) \(output)' would overwrite a SQLite database; give another path.")
    }
    for (text, what) in texts where holds(output, text) {
      throw ValidationError("'\(option) \(output)' would overwrite \(what); give another path.")
    }
    if let rewritten, isOrdinaryFile(output) {
      switch rewritten.standing(at: output) {
      case .unchanged: return
      case .edited:
        throw ValidationError(
          "'\(option) \(output)' has been edited since att-lab wrote it; give another path, or remove it.")
      case .ofAnotherQuestion:
        throw ValidationError(
          "'\(option) \(output)' was written for another file, other data, seed or options; give another path, or remove it."
        )
      case .other: break
      }
    }
    if [".yaml", ".yml"].contains(where: output.lowercased().hasSuffix), isOrdinaryFile(output) {
      throw ValidationError(
        "'\(option) \(output)' would overwrite a YAML file, and att-lab writes none there; give another path."
      )
    }
    if rewritten != nil, isOrdinaryFile(output), !isEmpty(output) {
      throw ValidationError(
        "'\(option) \(output)' exists already, and att-lab did not write it; give another path, or remove it."
      )
    }
  }

  private func isEmpty(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_size == 0
  }

  /// Whether the file has this text and no other.
  private func holds(_ path: String, _ text: String) -> Bool {
    guard isOrdinaryFile(path), let file = try? InputFile(path),
      let bytes = try? file.bytes(atMost: text.utf8.count + 1)
    else { return false }
    return bytes.elementsEqual(text.utf8)
  }

  private func isOrdinaryFile(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
  }

  /// The database that a path belongs to as one of SQLite's own files.
  private func database(beside output: String) -> String? {
    let paths = [output] + [try? ResolvedPath(output).text].compactMap { $0 }
    for path in paths {
      for suffix in Self.suffixes where path.hasSuffix(suffix) {
        let base = String(path.dropLast(suffix.count))
        if let store, FileIdentity.isSame(base, store) { return store }
        if isDatabase(base) { return base }
      }
    }
    guard let store else { return nil }
    // Hard links to them, which have other names.
    let stores = [store] + [try? ResolvedPath(store).text].compactMap { $0 }
    let isOne = stores.contains { path in
      Self.suffixes.contains { FileIdentity.isSame(output, path + $0) }
    }
    return isOne ? store : nil
  }

  private func isDatabase(_ path: String) -> Bool {
    // A pipe is never read: what is written to it is somebody else's to take.
    guard isOrdinaryFile(path), let file = try? InputFile(path), let bytes = try? file.bytes(atMost: 15)
    else {
      return false
    }
    return bytes.starts(with: Array("SQLite format 3\0".utf8))
  }
}

extension GuardedInputs {
  /// The store and the texts of its runs that a command shows.
  init(store: String, records: [RunRecord]) {
    self.init(store: store)
    for record in records {
      texts.append((record.inputs.fileText, "the experiment file of run \(record.id)"))
      if let population = record.inputs.populationText {
        texts.append((population, "the population file of run \(record.id)"))
      }
    }
  }
}
