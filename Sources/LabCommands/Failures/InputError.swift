import LocalFiles
import TestData
import TextFormats

/// Why a file of data could not be read.
struct InputError: CommandFailure, Hashable, CustomStringConvertible {
  var path: String
  var problem: UnreadableInput

  var description: String { "\(path): cannot be read: \(reason)" }

  var exitStatus: ExitStatus { .badInput }
  var lines: [String] { [description] }

  var reason: String {
    switch problem {
    case .missing:
      "there is no such file. \(Placeholder(rawValue: path)?.advice ?? "Look at the path")"
    case .isFolder: "it is a folder; name a CSV file"
    case .isPipeOrDevice: "it is a pipe or a device; write '-' for standard input"
    case .isWaiting: "it gives no bytes now; put its text into a file"
    case .isClosed: "standard input is closed; name a file"
    case .refused(let failure): failure.description
    }
  }
}

extension InputFile {
  /// Opens a file of data.
  convenience init(data path: String) throws(InputError) {
    do throws(UnreadableInput) {
      try self.init(path)
    } catch {
      throw InputError(path: path, problem: error)
    }
  }

  /// The file's bytes, for those who read tables.
  ///
  /// - Parameter path: what the file is called where it cannot be read.
  func source(_ path: String) -> ByteSource {
    { buffer in
      do throws(UnreadableInput) {
        return try self.read(buffer)
      } catch {
        throw InputError(path: path, problem: error)
      }
    }
  }
}
