import ArgumentParser
import Reviews

struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a commented experiment to start from.",
    discussion: """
      The file is written to the current folder under the preset's name, and never \
      over another.

      Example: att-lab init shop-first-add-to-cart --out ours.yaml
      """)

  @Argument(help: "The preset to start from; news, game, shop and utility stand for one each.")
  var preset: Preset = .newsTiming

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Where to write it; - is standard output. (default: PRESET.yaml)", valueName: "path"),
    completion: .file(extensions: ["yaml", "yml"]))
  var out: String?

  @Flag(help: "List the presets and what they ask.")
  var list = false

  func run() throws {
    if list {
      try StandardStreams.output(
        presetList(Preset.allCases.map { ($0.rawValue, $0.question) }, style: Terminal.outputStyle))
      return
    }
    let path = out ?? "\(preset.rawValue).yaml"
    guard !OutputFile.isStandardOutput(path) else {
      try StandardStreams.output(preset.starter)
      return
    }
    try OutputFile.create(preset.starter, at: path)
    StandardStreams.message("Wrote \(path). Run it with: att-lab simulate \(shellWord(path))")
  }
}
