import ArgumentParser
import ExperimentFiles
import Rendering
import Reviews
import RuleBook
import TextFormats

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract:
      "Explain a rule, a pitfall, a metric or another term of the outputs, or print a page of the guide.",
    discussion: """
      Rules (R19) come with where they are known from, pitfalls (L3) with their fix, metrics with numerator and \
      denominator, and with what they must not be taken for. Keys of JSON, columns of CSV, headings of tables and \
      options of commands are words too. Without a word, the pages and terms are listed.

      Example: att-lab explain R19 opt_in_per_prompted --looks
      Example: att-lab guide read-an-answer
      """,
    aliases: ["guide"])

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("Tags, metrics or other words of the answers; or a page.", valueName: "word"))
  var words: [String] = []

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if page != nil { return }
    // Of several words those that are known are explained all the same.
    let unknown = words.filter { explanations(of: $0).isEmpty }
    if let first = unknown.first, unknown.count == words.count { throw ValidationError(missing(first)) }
  }

  func run() throws {
    if let page {
      // It is written in Markdown.
      return try output.format == .markdown ? output.destination.write(page.text) : output.write(page)
    }
    let found = words.flatMap(explanations)
    guard !found.isEmpty else {
      let pages = GuidePage.allCases.map { (name: $0.rawValue, title: $0.title) }
      return try output.write(ExplanationReview(listing: pages))
    }
    try output.write(ExplanationReview(found))
    let unknown = words.filter { explanations(of: $0).isEmpty }
    for word in unknown { StandardStreams.message("Error: \(missing(word))") }
    if !unknown.isEmpty { throw ExitCode.validationFailure }
  }

  /// The page that is asked for; `nil` where words are.
  private var page: GuidePage? { words.count == 1 ? GuidePage(rawValue: words[0]) : nil }

  private func missing(_ word: String) -> String {
    "there is nothing about '\(word)'.\(hint(for: word)) All words: att-lab explain"
  }

  private func explanations(of word: String) -> [Explanation] {
    if word.hasPrefix("--") { return [CommandOptions.explanation(of: word)].compactMap { $0 } }
    // A word can be a term of an output and a key of the file, each with a meaning of its own.
    let senses = Explanation.senses(of: word)
    // The keys called by a metric's name are its limits, which say nothing of it.
    let key = senses.first?.kind == .metric ? nil : key(word) ?? explanation(of: ExperimentKey.taking(word))
    let found = senses + [key].compactMap { $0 }
    return found.isEmpty ? [CommandOptions.explanation(of: "--\(word)")].compactMap { $0 } : found
  }

  /// The key of an experiment file that a word names, as it is written or as people say it: `usage string`.
  private func key(_ word: String) -> Explanation? {
    let spoken = String(word.lowercased().map { $0 == " " || $0 == "-" ? "_" : $0 })
    let keys = [word, spoken, spoken + "s"].lazy.map(ExperimentKey.named).first { !$0.isEmpty } ?? []
    return explanation(of: keys)
  }

  /// The first of some keys, which names the others.
  private func explanation(of keys: [ExperimentKey]) -> Explanation? {
    guard let key = keys.first else { return nil }
    let setting = TerminalText.shellWord("\(key.path)=\(key.example ?? "VALUE")")
    return Explanation(
      key.path, .key, "a key of the experiment file",
      [
        "is": ParameterWords(path: key.path)?.meaning ?? "", "meaning": key.summary, "values": key.expects,
        "default": key.isRequired ? "required" : key.defaultText ?? "",
        "keys": key.below.map(\.path).joined(separator: ", "),
        "also": keys.dropFirst().map(\.path).joined(separator: ", "),
        "example": key.example.map { "\(key.path.split(separator: ".").last ?? ""): \($0)" } ?? "",
        "try it": "att-lab simulate FILE --set \(setting)",
      ])
  }

  /// A near miss among the words, or the range of the tags.
  private func hint(for word: String) -> String {
    if word.wholeMatch(of: /[Rr][0-9]+/) != nil { return " Rules are R1 to R\(Rule.all.count)." }
    if word.wholeMatch(of: /[Ll][0-9]+/) != nil { return " Pitfalls are L1 to L\(Pitfall.all.count)." }
    let names = Explanation.all.filter { $0.kind != .rule && $0.kind != .pitfall }.map(\.name)
    let keys = ExperimentKey.all.compactMap { $0.path.split(separator: ".").last.map(String.init) }
    // A word with a line in it is more often a key.
    let known = (word.contains("_") ? [keys, names] : [names, keys]) + [Explanation.otherWords]
    return known.lazy.compactMap { nearest(to: word, among: $0) }.first.map {
      " Did you mean '\($0)'?"
    } ?? ""
  }

  /// The nearest of any number of words; what is looked through together is a hundred.
  private func nearest(to word: String, among words: [String]) -> String? {
    stride(from: 0, to: words.count, by: 100).lazy.compactMap { start in
      nearestWord(to: word, among: Array(words[start...].prefix(100)))
    }.first
  }
}
