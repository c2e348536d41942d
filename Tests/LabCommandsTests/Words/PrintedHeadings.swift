import ExperimentDesign
import Foundation

/// The headings of tables and the labels of lines in what the program prints.
enum PrintedHeadings {
  struct Heading: Hashable, Sendable {
    var words: String
    var command: String
  }

  /// Each once, with a command that prints it; names of runs and arms left out.
  static let all: [Heading] = {
    var known: Set<String> = names
    return PrintedTexts.all.filter { !$0.command.contains("explain") && !$0.command.hasSuffix("--help") }
      .flatMap { output in
        words(in: output).filter { !isName($0) && known.insert($0).inserted }.map {
          Heading(words: $0, command: output.command)
        }
      }
  }()

  /// Runs, arms and segments of the samples, which head columns too.
  private static let names: Set<String> = [
    "one", "two", "launch", "later", "late", "after_onboarding", "third_article",
    "third_article_pre_prompt", "measurement", "relevance", "loyal", "passing", "loyal: difference",
    "passing: difference",
  ]

  /// Whether it is the name of an option of a shipped experiment, and no key of a metric.
  private static func isName(_ words: String) -> Bool {
    words.contains("_") && Metric(rawValue: words) == nil
  }

  private static func words(in output: PrintedTexts.Output) -> [String] {
    if output.command.hasPrefix("report") {
      return output.html.matches(of: /<th scope="col"[^>]*>(.*?)<\/th>/.dotMatchesNewlines()).map {
        PrintedTexts.words(String($0.output.1)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
    }
    let lines = output.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let labels = lines.compactMap { $0.prefixMatch(of: #/ {2}([A-Z][a-z]+(?: [a-z]+)?)\s{2,}\S/#) }
      .map { String($0.output.1) }
    // What a line of an answer begins with, before what it says: `Bars: 90% ranges …`, `Moment, a vs b: …`.
    let beginnings = lines.compactMap { line in
      (line.prefixMatch(of: #/ {0,2}([A-Z][A-Za-z]*(?: [a-z]+){0,2}): \S/#)
        ?? line.prefixMatch(of: #/ {2}([A-Z][A-Za-z]*(?:[ -][a-z]+){0,2}), \S+ vs /#)).map {
          String($0.output.1)
        }
    }
    return labels + beginnings + lines.indices.dropLast().flatMap { headings(lines, last: $0) }
  }

  private struct Cell {
    var columns: Range<Int>
    var words: String

    var isScale: Bool { words.wholeMatch(of: /[-+−]?[0-9.]+/) != nil }

    /// Whether it has a number that is no level or margin.
    var hasNumber: Bool {
      words.replacing(/\(.*?\)|vs \S+|session 1|1,000|9[05]%|[0-9]+ ?pp|day [0-9]+/, with: "").contains {
        $0.isNumber || $0 == "–"
      }
    }
  }

  private static func cells(_ line: String) -> [Cell] {
    line.matches(of: /\S+(?: \S+)*/).map { match in
      let start = line.distance(from: line.startIndex, to: match.range.lowerBound)
      return Cell(columns: start..<(start + match.output.count), words: String(match.output))
    }
  }

  /// The headings of a table whose last heading line this is.
  ///
  /// It has three cells or more without a number, over cells with numbers. Lines above belong to them where they stand
  /// over the same columns.
  private static func headings(_ lines: [String], last: Int) -> [String] {
    // The ends and the zero of a plot's scale are no headings.
    var found = cells(lines[last]).filter { !$0.isScale }
    let below = cells(lines[last + 1])
    guard lines[last + 1].prefix(while: { $0 == " " }).count < 5, found.count > 2, below.count > 2,
      !found.contains(where: \.hasNumber),
      below.contains(where: \.hasNumber)
    else { return [] }
    for line in lines[..<last].reversed() {
      let above = cells(line).filter { !$0.isScale }
      guard line.hasPrefix("  "), !above.isEmpty, !above.contains(where: \.hasNumber) else { break }
      for cell in above {
        if let column = found.lastIndex(where: { $0.columns.overlaps(cell.columns) }) {
          found[column].words = cell.words + " " + found[column].words
        }
      }
    }
    return found.map { heading in
      // The label of a run stands before what it is of.
      heading.words.replacing(#/^(one|two) /#, with: "").replacing("opt in", with: "opt-in")
    }
  }
}
