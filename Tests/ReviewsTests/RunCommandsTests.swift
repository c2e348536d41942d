import Studies
import Testing

@testable import Reviews

@Suite("The commands that an answer suggests")
struct RunCommandsTests {
  private let commands = RunCommands(
    file: "my app.yaml", store: "s.sqlite",
    settings: ["allow=x", "population.allow.value=0.9", "installs=100", "trials=60", "question=a=b"], seed: 3)

  private func options(_ step: NextStep) -> String? {
    commands.command(step, of: makeOutline()).map { command in
      command.replacing("att-lab simulate 'my app.yaml' ", with: "")
    }
  }

  @Test("keep what was set but for the key that they set otherwise, each key once, and never the trials")
  func settings() {
    let kept = "--set allow=x --set population.allow.value=0.9"
    #expect(
      options(.moreTrials(500))
        == "\(kept) --installs 100 --set question=a=b --seed 3 --db s.sqlite --trials 500")
    #expect(
      options(.moreInstalls(500)) == "\(kept) --set question=a=b --seed 3 --db s.sqlite --installs 500")
    #expect(
      options(.giveRange(path: "allow.value", low: 0.75, high: 1.08))
        == "--set allow=x --installs 100 --set question=a=b --seed 3 --db s.sqlite "
        + "--set 'population.allow.value={range: [0.75, 1.08]}'")
  }

  @Test("there are none of a file that is not known")
  func unknown() {
    #expect(RunCommands(file: nil, store: nil).command(.moreTrials(5), of: makeOutline()) == nil)
  }
}
