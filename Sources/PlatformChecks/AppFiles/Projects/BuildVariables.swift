/// Fills in the variables of build settings, as Xcode does in Info.plist: `$(PRODUCT_NAME)`, `${PRODUCT_NAME}`.
struct BuildVariables {
  private var values: [String: String] = [:]

  /// The settings that the given files define.
  init(_ files: [AppFile]) {
    for file in files where file.kind == .buildSettings {
      for entry in file.root.entries {
        if let text = entry.value.text, !text.contains("$") { values[entry.key] = text }
      }
    }
  }

  /// The text with its variables filled in, where Xcode does so.
  ///
  /// A name that is not given stands as the name "Acme", which is no word of a list; a text with another variable that is not given is not known.
  func expanding(_ placed: LocatedText) -> LocatedText {
    guard placed.isExpanded, placed.text.contains("$") else { return placed }
    var copy = placed
    var rest = placed.text[...]
    var text = ""
    while let start = rest.firstIndex(of: "$") {
      text += rest[..<start]
      rest = rest[start...].dropFirst()
      guard let open = rest.first, open == "(" || open == "{",
        let end = rest.firstIndex(of: open == "(" ? ")" : "}")
      else {
        text += "$"
        continue
      }
      let name = rest[..<end].dropFirst().prefix { $0 != ":" }
      rest = rest[end...].dropFirst()
      if let value = values[String(name)] {
        text += value
      } else if name.contains("NAME") {
        text += "Acme"
      } else {
        copy.isKnown = false
      }
    }
    copy.text = text + rest
    return copy
  }
}
