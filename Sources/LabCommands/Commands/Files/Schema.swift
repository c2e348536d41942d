import ArgumentParser
import ExperimentFiles

struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of experiment files, for editors to complete and check by.",
    discussion: """
      An editor with the YAML language server uses it for files that begin with \
      the line: # yaml-language-server: $schema=att-lab.schema.json

      Example: att-lab schema > att-lab.schema.json
      """)

  func run() throws { try StandardStreams.output(try experimentSchema()) }
}
