import ExperimentDesign
import ExperimentFiles
import PromptFlow
import Testing

@Suite("When the attribution SDK starts, unless a file says otherwise")
struct AttributionStartTests {
  private func starts(_ preset: BuiltInPopulation, adjust: String = "{}", arm: String = "") throws
    -> [GateStart?]
  {
    let text = """
      experiment: x
      objective: personalizable_per_install
      population: \(preset.rawValue)
      adjust: \(adjust)
      usage_strings: {plain: {text: "Shows ads about what you see, for example shoes."}}
      arms: {ask: {ask: launch, usage_string: plain\(arm)}}
      """
    return try load(text).experiment.arms[0].surroundings[0].map { $0.attribution?.starts }
  }

  private let consent = "consent: {order: before_att, accept: 0.6}"

  @Test("with the process where no consent layer is modelled", arguments: BuiltInPopulation.allCases)
  func without(preset: BuiltInPopulation) throws {
    #expect(try starts(preset) == [.process])
  }

  @Test(
    "after consent where one is, in presets too, whoever models it", arguments: BuiltInPopulation.allCases)
  func with(preset: BuiltInPopulation) throws {
    #expect(try starts(preset, adjust: "{\(consent)}") == [.afterConsent])
    #expect(try starts(preset, arm: ", \(consent)") == [.afterConsent])
    let parts = "{segments: {eu: {share: 0.4, \(consent)}, rest: {share: 0.6}}}"
    #expect(try starts(preset, adjust: parts) == [.afterConsent, .process])
  }

  @Test("as the file says where it does")
  func said() throws {
    #expect(try starts(.shop, adjust: "{attribution: {starts: process}, \(consent)}") == [.process])
  }
}
