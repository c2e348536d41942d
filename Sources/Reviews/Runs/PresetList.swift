public import Rendering

/// Presets and what they ask, one a line.
public func presetList(_ presets: [(name: String, question: String)], style: ReviewStyle) -> String {
  let width = presets.map { TerminalText.width($0.name) }.max() ?? 0
  let lines = presets.flatMap { preset in
    let padding = String(repeating: " ", count: width - TerminalText.width(preset.name) + 2)
    let indent = String(repeating: " ", count: width + 2)
    return TerminalText.wrapped(
      preset.name + padding + preset.question, width: style.textWidth, indent: indent)
  }
  return lines.joined(separator: "\n") + "\n"
}
