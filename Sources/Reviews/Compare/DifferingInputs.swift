import ExperimentDesign
import Rendering
import Studies
import TextFormats

/// The numbers of the population and of the options that are not written alike in every run.
struct DifferingInputs {
  /// By path: what each run knows of the number.
  let rows: [(path: String, knowledge: [String])]
  private let labels: [String]

  /// - Parameters:
  ///   - outlines: of the runs, in order.
  ///   - labels: what the runs are called.
  ///   - ranges: by run, the central 90% of inputs that are drawn together with others, by path.
  init(_ outlines: [RunOutline], labels: [String], ranges: [[String: ClosedRange<Double>]]) {
    self.labels = labels
    let known = zip(outlines, ranges).map { outline, ranges in
      Dictionary(outline.parameters.map { ($0.path, Self.words($0, ranges[$0.path])) }) { first, _ in first }
    }
    rows = Set(known.flatMap(\.keys)).sorted().compactMap { path in
      let words = known.map { $0[path] ?? "not there" }
      return Set(words).count > 1 ? (path, words) : nil
    }
  }

  /// What is known of an input; of one that is drawn together with others its range, which the file has not in one place.
  private static func words(_ parameter: RunDescription.Parameter, _ range: ClosedRange<Double>?) -> String {
    guard case .joint = parameter.knowledge, let range else { return parameter.knowledge.words }
    let error = (range.upperBound - range.lowerBound) / 40
    let ends = [range.lowerBound, range.upperBound].map {
      error > 0 ? SupportedDigits.number($0, error: error, plain: 2) : SupportedDigits.exact($0)
    }
    return "\(ends[0]) to \(ends[1]) (90%, joint)"
  }

  /// Rows that are shown at most.
  private static let most = 15

  /// A row for each; `nil` where all are alike.
  var table: TextTable? {
    guard !rows.isEmpty else { return nil }
    let shown = rows.prefix(Self.most)
    return TextTable(
      first: .init(heading: ["number"], cells: shown.map { TerminalText.safe($0.path) }, isNumeric: false),
      columns: labels.indices.map { run in
        .init(
          heading: [labels[run]], cells: shown.map { TerminalText.safe($0.knowledge[run]) },
          isNumeric: false, isProse: true)
      })
  }

  /// How many rows there are beyond those shown; `nil` for none.
  var more: String? {
    rows.count > Self.most
      ? "\(rows.count - Self.most) more inputs differ. --format json lists all." : nil
  }

  var json: JSONValue {
    .list(
      rows.map { row in
        .object([("parameter", .text(row.path)), ("values", .texts(row.knowledge))])
      })
  }
}
