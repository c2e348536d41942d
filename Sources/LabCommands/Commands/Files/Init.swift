import ArgumentParser
import Rendering

struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Write a starter experiment that asks for what decides in your app.",
    discussion: """
      news, game, shop and utility are starters; the other names are questions that come with the tool. The file \
      is written to the current folder.

      Example: att-lab init news --out ours.yaml
      """)

  @Argument(help: "The kind of app, or a question that comes with the tool.")
  var start = StartingPoint.all[0]

  @Option(
    .path("yaml", "yml"), name: .shortAndLong, value: "path",
    help: "Where to write it; - is standard output. (default: NAME.yaml)")
  var out: String?

  @OptionGroup var replacing: ForceOption

  @Flag(help: "List the names, and what each asks.")
  var list = false

  func run() throws {
    if list {
      let names = StartingPoint.all.map { (word: $0.name, text: Phrase(verbatim: $0.summary)) }
      return try StandardStreams.output(ReviewDocument([[.definitions(names)]]).text(Terminal.outputStyle))
    }
    let path = out ?? "\(start.name).yaml"
    guard !OutputFile.isStandardOutput(path) else {
      try StandardStreams.output(start.text)
      return
    }
    // Its comments name the file that it is.
    let own = "att-lab simulate \(TerminalText.shellWord(path))"
    try OutputFile.write(
      start.text.replacing("att-lab simulate \(start.name).yaml", with: own), to: path,
      force: replacing.force)
    StandardStreams.message("Wrote \(path). Run it with: \(own)")
  }
}
