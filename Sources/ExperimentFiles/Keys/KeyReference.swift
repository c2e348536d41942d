extension ExperimentKey {
  /// Every key in the order of the file, from the same tables that the loader checks by.
  ///
  /// Keys of a mapping that may stand in several paths are listed at the first.
  public static let all: [ExperimentKey] = {
    var visitor = KeyVisitor()
    visitor.visit(.experiment, under: "")
    return visitor.keys
  }()
}

/// Walks the key tables, each table once.
private struct KeyVisitor {
  var keys: [ExperimentKey] = []
  /// Where the keys of a table are listed, by its noun and names.
  private var paths: [[String]: String] = [:]

  mutating func visit(_ table: KeyTable, under path: String) {
    paths[[table.noun] + table.names] = path
    var below: [(table: KeyTable, path: String)] = []
    for var key in table.keys {
      key.path = path.isEmpty ? key.name : "\(path).\(key.name)"
      key.expects = key.kind.expectation { table, noun in
        let start = noun.map { "from the name of \($0) to " } ?? ""
        if let path = paths[[table.noun] + table.names] {
          return start + (path.isEmpty ? table.noun : "\(table.noun), with the keys of '\(path)'")
        }
        below.append((table, noun == nil ? key.path : "\(key.path).NAME"))
        return start + "\(table.noun): the keys below"
      }
      keys.append(key)
    }
    // What is in a fixed key comes before what is in names, which often has the same keys.
    // A search lists the keys of an option once more, so it comes last.
    let ranked = [0, 1, 2].flatMap { rank in
      below.filter { (_, path) in (path == "search" ? 2 : path.hasSuffix(".NAME") ? 1 : 0) == rank }
    }
    for (table, path) in ranked where paths[[table.noun] + table.names] == nil {
      visit(table, under: path)
    }
  }
}
