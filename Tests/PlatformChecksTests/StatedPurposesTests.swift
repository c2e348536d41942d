import Testing

@testable import PlatformChecks

@Suite("What a usage string promises")
struct StatedPurposesTests {
  private static func strings(_ text: String, _ language: String) throws -> AppFile {
    try AppFile(
      Array(CleanApp.catalogText(text).utf8), path: "\(language).lproj/InfoPlist.strings", kind: .strings)
  }

  @Test(
    "L2: the same promise is seen in every form of a word",
    arguments: [
      "Wir messen, welche Kampagne Sie brachte.", "Misst, welche Kampagne Sie brachte.",
      "Damit wird gemessen, welche Kampagne wirkt.", "Für die Erfolgsmessung.",
      "Mide qué campaña funciona.", "Para medir qué campaña funciona.", "Midiendo campañas.",
      "Medimos las campañas.", "Estadísticas y análisis.", "Analizamos las campañas.",
    ])
  func forms(text: String) throws {
    #expect(StatedPurposes(in: text) == .measurement)
    let english = try Self.strings("Measures which campaigns you come from, such as a banner.", "en")
    #expect(CheckReport(files: [english, try Self.strings(text, "xx")]).findings.isEmpty)
  }

  @Test("a message is no measurement, and a fair neither")
  func noMeasurement() {
    #expect(StatedPurposes(in: "Ads for messages you read") == .advertising)
    #expect(StatedPurposes(in: "Werbung zu jeder Messe") == .advertising)
  }
}
