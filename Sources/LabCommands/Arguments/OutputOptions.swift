import ArgumentParser
import Rendering

/// How a finding is written.
///
/// A new format is a case here and a renderer in `Rendering`; one place chooses, which the compiler names.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text, markdown, html, csv, json

  /// Writes a finding; what a table has no place for stands beside it, on standard error.
  func write(
    _ finding: some Presentable, _ detail: Detail, to path: String = OutputFile.standardOutput,
    force: Bool = false
  ) throws {
    func table() throws -> CSVDocument {
      StandardStreams.message(lines: finding.warnings)
      return try finding.csv()
    }
    let style = OutputFile.isStandardOutput(path) ? Terminal.outputStyle : .plain
    let text =
      switch self {
      case .text: finding.document(detail).text(style)
      case .markdown: finding.document(detail).markdown
      case .html: finding.page(detail, maker: Versions.description)
      case .csv: try table().text
      case .json: try finding.json().text
      }
    try OutputFile.write(text, to: path, force: force)
  }
}

/// In which format a finding is written, and how much of it.
struct FormatOptions: ParsableArguments {
  @Option(help: "How to write it.")
  var format: OutputFormat = .text

  @Flag(help: "Everything behind the answer too: all errors, ranges, sources of uncertainty.")
  var verbose = false

  /// How much is said.
  var detail: Detail { verbose ? .full : .brief }

  /// Writes a finding to standard output.
  func write(_ finding: some Presentable) throws { try format.write(finding, detail) }
}

/// Whether a command's outputs may take the place of files that exist.
struct ForceOption: ParsableArguments {
  @Flag(help: "Replace an output file that exists.")
  var force = false
}

/// Where a finding is written.
struct DestinationOptions: ParsableArguments {
  @Option(
    .path("html", "md", "csv", "json", "txt"), name: .shortAndLong, value: "path",
    help: "Where to write it; - is standard output. (default: -)")
  var out = OutputFile.standardOutput

  @OptionGroup var replacing: ForceOption

  /// Finds out before long work whether the finding can be written.
  func requireWritable() throws { try OutputFile.requireWritable(out, force: replacing.force) }

  /// Writes a text that has a format of its own.
  func write(_ text: String) throws { try OutputFile.write(text, to: out, force: replacing.force) }
}

/// How and where a finding is written: what every command has that shows something.
struct OutputOptions: ParsableArguments {
  @OptionGroup var shown: FormatOptions

  @OptionGroup var destination: DestinationOptions

  var format: OutputFormat { shown.format }
  var detail: Detail { shown.detail }

  /// Writes a finding.
  func write(_ finding: some Presentable) throws {
    try format.write(finding, detail, to: destination.out, force: destination.replacing.force)
  }
}
