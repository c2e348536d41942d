import Foundation
import ResultStore

/// A file is a store from which everything can be read, or is refused, and stays as it was.
func readStore(_ bytes: [UInt8]) {
  let path = storePath
  let data = Data(bytes)
  // In place: the reader keeps every file that it has looked into open until the process ends, so a new file
  // for each input would be as many descriptors.
  let file = URL(fileURLWithPath: path)
  do { try data.write(to: file) } catch { found("the store cannot be written: \(error)") }
  do throws(ResultStoreError) {
    let store = try ResultStore(path: path, access: .reading, busySeconds: 0)
    for head in try store.runs(limit: 3) {
      let run = try store.run(head.id)
      _ = try store.storedTrials(of: run.id)
      _ = try store.missingTrials(of: run.id)
      _ = try store.answer(AnyDocument.self, of: run.id)
      _ = try store.results(of: run.id, trials: 0..<10)
    }
  } catch {
    if error.description.isEmpty { found("refused without a word") }
  }
  let after: Data
  do { after = try Data(contentsOf: file) } catch { found("the store cannot be read back: \(error)") }
  if after != data { found("reading changed the file") }
}

/// What is decoded of any JSON.
private struct AnyDocument: Decodable {
  init(from decoder: any Decoder) {}
}

/// In memory where the system has such a folder; one a process.
private let storePath: String = {
  let folder = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
  return folder + "/att-lab-fuzz-\(ProcessInfo.processInfo.processIdentifier).sqlite"
}()
