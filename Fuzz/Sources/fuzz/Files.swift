import ExperimentDesign
import ExperimentFiles
import PlatformChecks
import TestData
import TextFormats

/// An experiment is loaded and held to the platform's rules, or its problems lie within it.
func readExperiment(_ bytes: [UInt8]) {
  do {
    let file = try loadExperiment(text: bytes, path: "x.yaml")
    requireBounded(file.experiment.arms, from: bytes)
    let subject = ExperimentSubject(
      experiment: file.experiment, file: "x.yaml",
      locations: file.locations, waivers: file.waivers)
    _ = PlatformDescription(subject)
  } catch let error as FileProblems {
    let lines = lineCount(bytes)
    let isInside = error.problems.allSatisfy { problem in
      problem.file != "x.yaml" || ((1...lines).contains(problem.line) && problem.column >= 1)
    }
    if error.problems.isEmpty || !isInside { found("problems outside the file: \(error)") }
  } catch {
    found("\(error)")
  }
}

/// A table of counts or of events is read in pieces of a size that its first byte gives, or refused.
func readTable(_ input: [UInt8]) {
  guard let first = input.first else { return }
  do {
    _ = try TestTable(
      reading: bytes(Array(input.dropFirst()), pieces: 1 + Int(first >> 1)), file: "x.csv",
      asOf: first & 1 == 1 ? AsOf("2026-03-31") : nil)
  } catch let error as FileProblems {
    if error.problems.isEmpty { found("refused without a problem") }
  } catch {
    if !(error is UnfitOption) { found("\(error)") }
  }
}

/// A source is looked through in the language that its first byte gives, and every finding lies within it.
func readSource(_ input: [UInt8]) {
  guard let first = input.first else { return }
  let languages = SourceLanguage.allCases
  let bytes = Array(input.dropFirst())
  var project = AppProject()
  try? project.add(bytes, path: "x", role: .source(languages[Int(first) % languages.count]))
  let report = CheckReport(project: project)
  let lines = lineCount(bytes)
  let isInside = report.findings.allSatisfy { (1...lines).contains($0.line) && $0.column >= 1 }
  if !isInside { found("a finding outside its file") }
}

/// A file of an app is read and checked, or refused.
func readAppFile(_ bytes: [UInt8], _ path: String, _ kind: AppFile.Kind) {
  var project = AppProject()
  guard (try? project.add(bytes, path: path, role: .file(kind))) != nil else { return }
  requireBounded(project, from: bytes)
  _ = CheckReport(project: project)
}

/// What is held after reading is bounded by what was read: at most 4 MiB and 2 KiB for each byte, written out.
///
/// A reader that multiplies what a file repeats is found by this count, whatever the machine's memory and speed.
private func requireBounded(_ held: some Any, from bytes: [UInt8]) {
  let written = uncounted { String(describing: held).utf8.count }
  if written > (4 << 20) + 2_048 * bytes.count {
    found("\(bytes.count) bytes became \(written)")
  }
}

/// Lines as YAML counts them, which also ends one at a carriage return and at U+0085, U+2028 and U+2029.
private func lineCount(_ bytes: [UInt8]) -> Int {
  var count = 1
  for (index, byte) in bytes.enumerated() {
    let next = index + 1 < bytes.count ? bytes[index + 1] : 0
    let afterNext = index + 2 < bytes.count ? bytes[index + 2] : 0
    switch byte {
    case 0x0A, 0x0D: count += 1
    case 0xC2 where next == 0x85: count += 1
    case 0xE2 where next == 0x80 && (afterNext == 0xA8 || afterNext == 0xA9): count += 1
    case _: break
    }
  }
  return count
}
