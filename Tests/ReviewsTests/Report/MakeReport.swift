import ExperimentDesign
import ExperimentSamples
import Foundation
import Studies

@testable import ResultStore
@testable import Reviews

/// A run for a report, in which the arms have these numbers authorized of 100, trial by trial.
func makeReportRun(
  _ outline: RunOutline, authorized: [[Int64]], draws: [[Double]] = [],
  fileText: String = "experiment: sample\n", note: String? = nil
) throws -> ReportRun {
  var course = RunCourse(outline)
  for (trial, arms) in authorized.enumerated() {
    course.add(makeTrial(trial, arms.map { makeTally(authorized: $0) }))
  }
  let answer = RunAnswer(try makeSummary(outline, authorized: authorized, draws: draws))
  return try ReportRun(
    RunPage(answer, commands: RunCommands(file: nil, store: RunCommands.usualStore)), course,
    of: (
      RunRecord(
        id: outline.run, note: note,
        inputs: RunInputs(
          description: outline.description, texts: RunTexts(fileText: fileText), contentKey: "x"),
        createdAt: Date(timeIntervalSince1970: 1_795_255_200), seconds: 2, storedTrials: authorized.count),
      duration: "2 s", commands: ["att-lab simulate sample.yaml --seed 7"]
    ))
}

/// The page of one such run.
func makeReport(
  _ outline: RunOutline = makeOutline(), authorized: [[Int64]] = [[20, 30], [22, 29]], draws: [[Double]] = [],
  fileText: String = "experiment: sample\n", note: String? = nil
) throws -> String {
  let run = try makeReportRun(
    outline, authorized: authorized, draws: draws, fileText: fileText, note: note)
  return run.html(maker: "att-lab test")
}
