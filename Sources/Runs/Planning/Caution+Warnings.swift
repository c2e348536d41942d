import ExperimentFiles
import Studies
import TextFormats

extension Caution {
  /// What answers are to be read with, in the order of the file's warnings: what several options share once, with the
  /// options that it is about.
  static func all(of warnings: [FileWarning]) -> [Caution] {
    let told = warnings.filter(\.isOfAnswers)
    return told.map(\.clause.message).distinct.map { text in
      let found = told.filter { $0.clause.message == text }
      let options = found.compactMap(\.option).distinct
      guard found.allSatisfy({ $0.option != nil }) else {
        return .file(text.prefix(1).uppercased() + text.dropFirst() + ".", options: [])
      }
      // Of many the first two.
      let quoted = options.map { "'\($0)'" }
      let names =
        quoted.count <= 3 ? quoted.listed : "\(quoted[0]), \(quoted[1]) and \(quoted.count - 2) more options"
      return .file("With \(names), \(text).", options: options)
    }
  }
}
