import PromptFlow
import Testing

@Suite("The app's own screen before the alert")
struct PrePromptTests {
  private typealias Button = PrePromptDesign.Button

  @Test("R81: one button that leads to the alert breaks no rule")
  func compliant() {
    let design = PrePromptDesign(
      buttons: [Button("Continue", leadsTo: .alert)], canBeSwipedAway: false)
    #expect(design.violations == [])
  }

  @Test("R81: a screen without a button to the alert, or with two, breaks the rule")
  func notOneButton() {
    let none = PrePromptDesign(buttons: [], canBeSwipedAway: false)
    let two = PrePromptDesign(
      buttons: [Button("Continue", leadsTo: .alert), Button("Next", leadsTo: .alert)],
      canBeSwipedAway: false)
    #expect([none, two].map(\.violations) == [[.notOneButton], [.notOneButton]])
  }

  @Test(
    "R82: a button that sounds like the permission is found out",
    arguments: ["Allow", "ALLOW TRACKING", "Enable tracking", "I accept", "Yes, allowing"])
  func permissionTitle(title: String) {
    let design = PrePromptDesign(buttons: [Button(title, leadsTo: .alert)], canBeSwipedAway: false)
    #expect(design.violations == [.titleSoundsLikePermission])
  }

  @Test(
    "R82: Continue and Next, and words that only contain another, pass",
    arguments: ["Continue", "Next", "Shallow"])
  func neutralTitle(title: String) {
    let design = PrePromptDesign(buttons: [Button(title, leadsTo: .alert)], canBeSwipedAway: false)
    #expect(design.violations == [])
  }

  @Test("R83: a dismissible pre-prompt, by button or by swipe, breaks the rule")
  func exits() {
    let swipe = PrePromptDesign(buttons: [Button("Continue", leadsTo: .alert)], canBeSwipedAway: true)
    #expect(swipe.violations == [.offersExit])
    let button = PrePromptDesign(
      buttons: [Button("Continue", leadsTo: .alert), Button("Not now", leadsTo: .exit)],
      canBeSwipedAway: false)
    #expect(button.violations.map(\.tag) == ["R81", "R83"])
  }

  @Test("R83: a choice that the law asks for does not make it dismissible")
  func legalConsent() {
    let design = PrePromptDesign(
      buttons: [Button("Continue", leadsTo: .alert), Button("Choices", leadsTo: .legalConsent)],
      canBeSwipedAway: false)
    #expect(design.violations == [])
  }
}
