/// Fills in the variables of build settings, as Xcode does in Info.plist: `$(PRODUCT_NAME)`, `${PRODUCT_NAME}`.
struct BuildVariables {
  /// The settings of a file or a configuration, by its name.
  private var layers: [(name: String, values: [String: String])] = []

  /// The settings that the given files define.
  init(_ files: [AppFile]) {
    for file in files {
      if file.kind == .buildSettings { add(file.path, file.root) }
      guard file.kind == .xcodeProject else { continue }
      for object in file.root["objects"]?.entries ?? []
      where object.value["isa"]?.text == "XCBuildConfiguration" {
        if let settings = object.value["buildSettings"] { add(object.value["name"]?.text ?? "", settings) }
      }
    }
  }

  private mutating func add(_ path: String, _ settings: PropertyValue) {
    let plain = settings.entries.compactMap { entry in
      entry.value.text.flatMap { $0.contains("$") ? nil : (entry.key, $0) }
    }
    layers.append((path.split(separator: "/").last?.lowercased() ?? "", Dictionary(plain) { $1 }))
  }

  /// The text with its variables filled in, where Xcode does so: once for each value that is another.
  ///
  /// One that Debug alone defines is empty in the build that ships. A name that is not given stands as the name "Acme",
  /// which is no word of a list; a text with another variable that is not given is not known.
  func expanding(_ placed: LocatedText) -> [LocatedText] {
    guard placed.isFallback, placed.text.contains("$") else { return [placed] }
    let all = layers.reduce(into: [String: String]()) { $0.merge($1.values) { $1 } }
    guard let name = Self.variables(of: placed.text).map(\.name).first(where: { all[$0] != nil }) else {
      return [filled(placed, [:])]
    }
    let having = layers.filter { $0.values[name] != nil }
    var values = having.compactMap { $0.values[name] }
    if having.allSatisfy({ $0.name.contains("debug") }),
      layers.contains(where: { $0.name.contains("release") })
    {
      values.append("")
    }
    var seen: Set<String> = []
    return values.filter { seen.insert($0).inserted }.map { filled(placed, all.merging([name: $0]) { $1 }) }
  }

  /// The variables of a text, with how each is written.
  private static func variables(of text: String) -> [(name: String, written: Substring)] {
    text.indices.filter { text[$0] == "$" }.compactMap { start in
      let rest = text[start...].dropFirst()
      guard let open = rest.first, open == "(" || open == "{",
        let end = rest.firstIndex(of: open == "(" ? ")" : "}")
      else { return nil }
      return (String(rest[..<end].dropFirst().prefix { $0 != ":" }), text[start...end])
    }
  }

  private func filled(_ placed: LocatedText, _ values: [String: String]) -> LocatedText {
    var copy = placed
    for (name, written) in Self.variables(of: placed.text) {
      if values[name] == nil, !name.contains("NAME") { copy.isKnown = false }
      copy.text = copy.text.replacing(written, with: values[name] ?? (name.contains("NAME") ? "Acme" : ""))
    }
    return copy
  }
}
