import ExperimentFiles
import Testing

@Suite("Every key of the experiment file")
struct KeyReferenceTests {
  @Test("each key stands once, with a sentence and what may stand there")
  func once() {
    let paths = ExperimentKey.all.map(\.path)
    #expect(paths.count > 100 && Set(paths).count == paths.count)
    for key in ExperimentKey.all {
      #expect(key.summary.last.map { ".?".contains($0) } == true, "\(key.path)")
      #expect(!key.expects.isEmpty, "\(key.path)")
    }
  }
}
