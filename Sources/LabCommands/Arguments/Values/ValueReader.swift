public import ArgumentParser
public import ExperimentDesign
public import ExperimentFiles
import Foundation
import Inference
import Rendering
import Runs
import Simulation
public import TestData
import TextFormats

/// Reads the text behind an option, and says what was expected where it is something else.
struct ValueReader<Value> {
  /// How the text is found; by itself whatever it looks like, since a number may begin with a minus sign.
  var parsing = SingleValueParsingStrategy.unconditional
  /// How a shell completes it.
  var completion: CompletionKind?
  /// Throws a `ValidationError`.
  let read: @Sendable (String) throws -> Value

  init(_ read: @escaping @Sendable (String) throws -> Value) { self.read = read }

  init(
    expecting expected: String, _ parse: @escaping @Sendable (String) -> Value?,
    where isLegal: @escaping @Sendable (Value) -> Bool = { _ in true }
  ) {
    self.init { text in
      if let value = parse(text), isLegal(value) { return value }
      throw ValidationError("expected \(expected), found \(text.cited).")
    }
  }
}

extension Option {
  /// An option that may be left out.
  init<Read>(
    _ reader: ValueReader<Read>, name: NameSpecification = .long, value: String? = nil, help: String
  ) where Value == Read? {
    self.init(
      name: name, parsing: reader.parsing, help: ArgumentHelp(help, valueName: value),
      completion: reader.completion, transform: reader.read)
  }

  /// An option with a default.
  init(
    wrappedValue: Value, _ reader: ValueReader<Value>, name: NameSpecification = .long, value: String? = nil,
    help: String
  ) {
    self.init(
      wrappedValue: wrappedValue, name: name, parsing: reader.parsing,
      help: ArgumentHelp(help, valueName: value), completion: reader.completion, transform: reader.read)
  }

  /// An option that may be repeated.
  init<Read>(
    wrappedValue: [Read], _ reader: ValueReader<Read>, name: NameSpecification = .long,
    value: String? = nil, help: String
  ) where Value == [Read] {
    self.init(
      wrappedValue: wrappedValue, name: name, help: ArgumentHelp(help, valueName: value),
      transform: reader.read)
  }
}

extension ValueReader<Int> {
  /// A number that counts something, written as in an experiment file: `400`, `20_000`, `1e4`.
  static var count: Self { Self(expecting: "a whole number, such as 400 or 1e4", readInteger) }

  /// A whole number of a range.
  static func within(_ range: ClosedRange<Int>) -> Self {
    let ends = [range.lowerBound, range.upperBound].map(SupportedDigits.grouped)
    return Self(expecting: "a whole number from \(ends[0]) to \(ends[1])", readInteger) { range.contains($0) }
  }
}

extension ValueReader<UInt64> {
  static var seed: Self { Self(expecting: "a whole number from 0 to \(UInt64.max)", readSeed) }
}

extension ValueReader<Double> {
  /// How many installs there are of something, which may be a fraction.
  static var installs: Self {
    Self(expecting: "a number of installs from 1 to 1e9, such as 40000 or 4e4", { Double($0) }) {
      1...1e9 ~= $0
    }
  }

  /// A rate, a chance or the power of a test.
  static var share: Self {
    Self(expecting: "a number above 0 and below 1, as 0.2 or 20%", readShare) { $0 > 0 && $0 < 1 }
  }

  /// The difference of two rates; a percentage could be one of the baseline.
  static var difference: Self {
    Self(expecting: "a difference of rates between -1 and 1, as 2pp or 0.02", readDifference) { abs($0) < 1 }
  }

  /// A number above 0 in units of the objective.
  static var precision: Self {
    Self(expecting: "a number above 0, as 0.1pp (percentage points) or 0.001", readDifference) { $0 > 0 }
  }

  /// A margin of shares; one of a tenth or more has its unit, since 0.5 is 50 percentage points.
  static func margin(orZero isZeroLegal: Bool = false) -> Self {
    Self(
      expecting: "a margin \(isZeroLegal ? "from" : "above") 0 to below 0.1, as 0.005, or in percentage "
        + "points, as 0.5pp",
      { text in readDifference(text).flatMap { $0 < (text.hasSuffix("pp") ? 1 : 0.1) ? $0 : nil } }
    ) { isZeroLegal ? $0 >= 0 : $0 > 0 }
  }
}

extension ValueReader<ConfidenceLevel> {
  static var confidence: Self {
    Self(expecting: "a confidence from 50% to 99.99%, as 95% or 0.95") { text in
      readShare(text).flatMap { try? ConfidenceLevel($0) }
    }
  }
}

extension ValueReader<AsOf> {
  static var asOf: Self {
    Self(
      expecting: "a date from 1970 to 2100, as 2026-03-31, or a moment, as 2026-03-31T12:00:00Z",
      { AsOf($0) })
  }
}

extension ValueReader<[AsOf]> {
  /// Moments one after the other.
  static var looks: Self {
    Self(expecting: "dates in order, separated by commas, as 2026-03-01,2026-03-08") { text in
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      let moments = parts.compactMap { AsOf(String($0)) }
      let isInOrder = zip(moments, moments.dropFirst()).allSatisfy(<)
      return moments.count == parts.count && isInOrder ? moments : nil
    }
  }
}

extension ValueReader<String> {
  /// A path, which a shell completes by these endings.
  static func path(_ extensions: String...) -> Self {
    var reader = named("a path")
    reader.completion = .file(extensions: extensions)
    return reader
  }

  /// A path of a file that is written beside the answer, which standard output has.
  static func file(_ ending: String) -> Self {
    var reader = Self(expecting: "the path of a file; '--format \(ending)' writes to standard output") {
      $0.isEmpty || OutputFile.isStandardOutput($0) ? nil : $0
    }
    (reader.parsing, reader.completion) = (.next, .file(extensions: [ending]))
    return reader
  }

  static var name: Self { named("a name") }

  private static func named(_ what: String) -> Self {
    var reader = Self(expecting: what) { $0.isEmpty ? nil : $0 }
    reader.parsing = .next
    return reader
  }
}

extension ValueReader<Setting> {
  static var setting: Self {
    Self(
      expecting: "path=value, a key of the file and its value, as population.allow.rate=0.3"
    ) { text in
      // Answers name a number of the population by its path there.
      Setting(text).map { Setting(path: settingPath(ofNumber: $0.path), value: $0.value) }
    }
  }
}

// Types whose values are arguments by their names.

extension Metric: ExpressibleByArgument {}
extension Denominator: ExpressibleByArgument {}
extension BuiltInPopulation: ExpressibleByArgument {}
extension TracePattern: ExpressibleByArgument {}

/// `2pp`, `2 pp` or `0.02`; `nil` for anything else.
func readDifference(_ text: String) -> Double? {
  text.hasSuffix("pp") ? readNumber(text.dropLast(2)).map { $0 / 100 } : readNumber(text[...])
}

/// `20%` or `0.2`; `nil` for anything else.
private func readShare(_ text: String) -> Double? {
  text.hasSuffix("%") ? readNumber(text.dropLast()).map { $0 / 100 } : readNumber(text[...])
}

private func readNumber(_ text: Substring) -> Double? {
  Double(text.trimmingCharacters(in: .whitespaces)).flatMap { $0.isFinite ? $0 : nil }
}
