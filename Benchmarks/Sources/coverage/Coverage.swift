import Inference

/// Writes the page on the true coverage and size of what `Inference` offers for counts.
@main
enum Coverage {
  static func main() throws {
    print(try CoveragePage(level: .ninetyFive).text)
  }
}
