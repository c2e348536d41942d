import Foundation

/// Holds every Monte Carlo error that an answer prints against how its number varies over seeds.
///
/// A number's deviation over seeds is what its error should be.
struct PrintedErrors {
  let command: Command
  let scratch: URL
  let file: String
  let seeds: Int
  let trials: Int
  let installs: Int

  /// One number of an answer, as each seed gave it.
  private struct Number {
    var values: [Double] = []
    var errors: [Double] = []

    /// What it is to its printed error; `nil` where it never varies, or has no error.
    var ratio: Double? {
      let error = errors.reduce(0, +) / Double(errors.count)
      return error > 0 && deviation > 0 ? deviation / error : nil
    }

    /// What it is to the root of the mean squared error: 1 where the errors are right on average.
    ///
    /// An error from few blocks, or of a rare thing, is mostly too small and sometimes far too large.
    var ratioOfSquares: Double {
      deviation / (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
    }

    /// The standard error of the deviation, as a share of it: half the root of (kurtosis - 1) over the seeds.
    var uncertainty: Double {
      let moments = values.reduce(into: (second: 0.0, fourth: 0.0)) { moments, value in
        let square = (value - mean) * (value - mean)
        moments.second += square
        moments.fourth += square * square
      }
      let count = Double(values.count)
      let kurtosis = moments.fourth * count / (moments.second * moments.second)
      return 0.5 * (max(kurtosis - 1, 0) / count).squareRoot()
    }

    var mean: Double { values.reduce(0, +) / Double(values.count) }

    /// Over seeds.
    var deviation: Double {
      let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      return (squares / Double(values.count - 1)).squareRoot()
    }

    /// Whether it is a chance within its own error of 0 or 1.
    var isNextToAnEnd: Bool { min(mean, 1 - mean) < errors.reduce(0, +) / Double(errors.count) }

    /// In how many seeds the 90% interval of the number holds the mean over all seeds.
    var covered: Double {
      // The 95% quantile of the standard normal distribution: there are 20 blocks and more.
      let width = 1.645
      return Double(zip(values, errors).count { abs($0 - mean) <= width * $1 }) / Double(values.count)
    }
  }

  /// The page, as Markdown.
  func page() throws -> String {
    let numbers = try measured(from: 1)
    let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
    var lines = [
      "# What the Monte Carlo errors are worth", "",
      "Every number with a printed error in the answer of `\(name)`, under \(seeds) seeds with \(trials) trials of "
        + "\(installs) installs. The deviation of a number over seeds is what its error should be. *Ratio* is that deviation "
        + "to the mean printed error: above 1 the error is too small. *Covered* is how often the 90% interval of a number "
        + "holds its mean over all seeds.", "",
      "*By squares* is the deviation to the root of the mean squared error. Where it is 1 and the ratio is above, the errors "
        + "are right on average and vary: most seeds see less of a rare thing than there is, and a few see more. "
        + "Over \(seeds) seeds a ratio is itself uncertain: by a fourteenth, and more for what is rare.", "",
      "Of what happens in next to none of the trials, or in all, the error is the least that this many trials can tell: an "
        + "upper bound, as nobody knows how rare a thing is that was never seen.", "",
      "`make errors` writes this page.", "",
      "| what | numbers | ratio, median | lowest to highest | by squares, median | within 15% | covered |",
      "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    let kinds = Dictionary(uniqueKeysWithValues: numbers.map { ($0.key, Self.kind($0.key, $0.value)) })
    for kind in Set(kinds.values).sorted() {
      let paths = kinds.filter { $0.value == kind }.keys.sorted()
      let found = paths.compactMap { path -> (path: String, number: Number, ratio: Double)? in
        guard let number = numbers[path], let ratio = number.ratio else { return nil }
        return (path, number, ratio)
      }
      guard !found.isEmpty else { continue }
      let ratios = found.map(\.ratio).sorted()
      let near = Double(ratios.count { abs($0 - 1) <= 0.15 }) / Double(ratios.count)
      let covered = found.map(\.number.covered).reduce(0, +) / Double(found.count)
      lines.append(
        "| \(kind) | \(found.count) | \(Self.text(median(ratios))) | \(Self.text(ratios[0])) to "
          + "\(Self.text(ratios[ratios.count - 1])) | \(Self.text(median(found.map(\.number.ratioOfSquares).sorted()))) | "
          + "\(Int((100 * near).rounded()))% | \(Int((100 * covered).rounded()))% |")
    }
    lines += try tooSmall(numbers)
    return lines.joined(separator: "\n") + "\n"
  }

  /// Every number whose error is more than 15% too small, so that none hides behind a median.
  ///
  /// Of three hundred ratios some are far from 1 by chance, and many of these numbers are nearly one number. So those are
  /// looked at again under as many other seeds, which did not pick them.
  private func tooSmall(_ numbers: [String: Number]) throws -> [String] {
    let found = numbers.compactMap { path, number -> (path: String, number: Number, ratio: Double)? in
      guard let ratio = number.ratio, ratio > 1.15 else { return nil }
      return (path, number, ratio)
    }
    guard !found.isEmpty else { return ["", "No number's error is more than 15% too small."] }
    let others = try measured(from: seeds + 1)
    let rows = found.sorted { ($1.ratio, $0.path) < ($0.ratio, $1.path) }.map { path, number, ratio in
      let again = others[path].flatMap { other in
        other.ratio.map { "\(Self.spread($0, other)) | \(Self.text(other.ratioOfSquares)) |" }
      }
      let name = path.replacingOccurrences(of: "scenarios/", with: "")
      return "| \(name) | \(Self.spread(ratio, number)) | "
        + "\(Self.text(number.ratioOfSquares)) | \(again ?? "– | – |")"
    }
    return [
      "",
      "Numbers whose error is more than 15% too small, with their ratios and the standard errors of these. The same "
        + "under \(seeds) other seeds, which did not pick them, stands beside:", "",
      "| number | ratio | by squares | ratio, other seeds | by squares |",
      "| --- | ---: | ---: | ---: | ---: |",
    ] + rows
  }

  private static func spread(_ ratio: Double, _ number: Number) -> String {
    "\(text(ratio)) ± \(text(ratio * number.uncertainty))"
  }

  private static func text(_ number: Double) -> String {
    String(format: number < 10 ? "%.2f" : "%.0f", number)
  }

  private func median(_ sorted: [Double]) -> Double {
    (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// The numbers that every seed has.
  private func measured(from first: Int) throws -> [String: Number] {
    var numbers: [String: Number] = [:]
    let output = scratch.appendingPathComponent("answer.json")
    let store = scratch.appendingPathComponent("store.sqlite")
    for seed in first..<first + seeds {
      try? FileManager.default.removeItem(at: store)
      _ = try command.run(
        [
          "simulate", file, "--trials", "\(trials)", "--installs", "\(installs)", "--seed", "\(seed)",
          "--quiet", "--format", "json", "--db", store.path,
        ], output: output)
      let answer = try JSONSerialization.jsonObject(with: Data(contentsOf: output))
      visit(answer, []) { path, value, error in
        numbers[path, default: Number()].values.append(value)
        numbers[path, default: Number()].errors.append(error)
      }
    }
    return numbers.filter { $0.value.values.count == seeds }
  }

  /// Every number of a JSON value that has an error: `mean` with `mcse`, and any other key with one of its name.
  private func visit(_ node: Any, _ path: [String], _ found: (String, Double, Double) -> Void) {
    if let object = node as? [String: Any] {
      // What is chosen differs from seed to seed, and stands elsewhere under its own name.
      if path.last == "advice" || path.last == "input_search" { return }
      if let mean = object["mean"] as? Double, let error = object["mcse"] as? Double {
        found(path.joined(separator: "/"), mean, error)
      }
      for (key, value) in object.sorted(by: { $0.key < $1.key }) {
        if let number = value as? Double, let error = object[key + "_mcse"] as? Double {
          found((path + [key]).joined(separator: "/"), number, error)
        }
        visit(value, path + [key], found)
      }
    } else if let list = node as? [Any] {
      for element in list {
        guard let object = element as? [String: Any],
          let name = ["model", "metric", "places"].lazy.compactMap({ object[$0].map { "\($0)" } }).first
        else { continue }
        visit(element, path + [name], found)
      }
    }
  }

  /// What a number is one of; chances of what happens in next to none or all of the trials apart.
  private static func kind(_ path: String, _ number: Number) -> String {
    let kind = kind(path)
    let isChance = ["chance best", "chance within margin", "share of tests won"].contains(kind)
    return isChance && number.isNextToAnEnd ? "\(kind), within its error of 0 or 100%" : kind
  }

  /// What a path is one of: levels, differences, chances.
  private static func kind(_ path: String) -> String {
    let parts = path.split(separator: "/").map(String.init)
    guard parts.count > 2, parts[0] == "scenarios" else { return path }
    switch (parts[2], parts.count) {
    case ("arms", 6...): return "levels"
    case ("differences", _): return "differences to the baseline"
    case ("lead", _): return "the lead"
    case ("alternative_models", _): return "leads under alternative models"
    case ("goals", _): return "chances by goal"
    case ("sensitivity", _): return "sensitivity: \(parts[parts.count - 1])"
    default: return parts[parts.count - 1].replacingOccurrences(of: "_", with: " ")
    }
  }
}
