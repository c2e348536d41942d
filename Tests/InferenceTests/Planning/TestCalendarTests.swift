import Inference
import Testing

@Suite("The calendar of a test")
struct TestCalendarTests {
  @Test("a test enrols for whole weeks, and is read when its last install is old enough")
  func calendar() {
    let calendar = TestCalendar(installs: 23_652, installsPerDay: 3000 / 7.0, waitingDays: 7)
    #expect(calendar.enrolmentDays == 56 && calendar.wholeWeeks == 8 && calendar.readOn == 63)
    #expect(TestCalendar(installs: 100, installsPerDay: 100).wholeWeeks == 1)
    #expect(TestCalendar(installs: 701, installsPerDay: 100).wholeWeeks == 2)
  }

  @Test("looks fall on days of the test, before it is read")
  func days() {
    let calendar = TestCalendar(installs: 13_186, installsPerDay: 500, waitingDays: 7)
    #expect([1 / 3.0, 2 / 3.0].map { calendar.day(of: $0 * 13_186) } == [16, 25] && calendar.readOn == 35)
  }
}
