import LocalFiles
public import TextFormats

/// Reads a file, or standard input for `-`; of a file past the limit only as much as proves it.
///
/// What a shell hands over as `<(…)` is read as a file is.
func readBytes(_ path: String) throws(FileProblem) -> [UInt8] {
  try InputFile(path).bytes(atMost: ReadingLimits.bytes)
}

/// The bytes of an experiment file, for those who read it with several settings.
///
/// - Parameter path: The file; `-` is standard input, which can be read once.
/// - Throws: ``FileProblems`` where it cannot be read.
public func experimentBytes(_ path: String) throws(FileProblems) -> [UInt8] {
  do throws(FileProblem) {
    return try readBytes(path)
  } catch {
    var problem = error
    if let advice = initAdvice(path) { problem.message += ". \(advice)" }
    throw FileProblems([problem])
  }
}

/// How a file is written that a name without a folder means, or nearly means; `nil` where none comes with the tool.
private func initAdvice(_ path: String) -> String? {
  guard let name = path.wholeMatch(of: /([^.\/]+)(\.ya?ml)?/)?.output.1 else { return nil }
  let known = BuiltInPopulation.allCases.map(\.rawValue) + shippedExperiments
  return nearestWord(to: String(name), among: known).map { meant in
    (meant == name ? "" : "Did you mean '\(meant)'? ") + "'att-lab init \(meant)' writes it"
  }
}
