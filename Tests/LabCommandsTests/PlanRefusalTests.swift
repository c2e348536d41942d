import Testing

extension PlanTests {
  @Test(
    "what cannot be planned is refused with what was expected and what to do",
    arguments: [
      ("", "Add '--baseline 20%'"), ("--baseline 20%", "Add '--lift 2pp'"),
      ("--baseline 20", "as 0.2 or 20%, found '20'. Did you mean '20%'?"),
      ("--baseline 0", "above 0 and below 1"), ("--baseline 100%", "above 0 and below 1"),
      ("--baseline nan", "above 0 and below 1"), ("--rates 20%", "'--baseline 20%'"),
      ("--rates 20%,,22%", "found ''"), ("--rates 20%,22% --lift 2pp", "leave out '--lift'"),
      ("--rates 20%,22% --baseline 20%", "leave out '--baseline'"),
      ("--baseline 20% --lift 2pp --ratio 1.1", "given twice"),
      ("--baseline 20% --lift 0pp", "difference of 0"),
      ("--baseline 20% --lift 2%", "write 2pp for percentage points, or '--ratio 1.02' for 2% more"),
      ("--baseline 95% --lift 10pp", "give a rate of 105%"),
      ("--baseline 5% --lift -10pp", "give a rate of -5%"),
      ("--baseline 95% --lift 10pp", "If you meant 10% more than the baseline's own rate, use '--ratio 1.1'"),
      ("--baseline 5% --lift -10pp", "If you meant 10% less than the baseline's own rate, use '--ratio 0.9'"),
      ("--baseline 20% --lift 5", "found '5'. Did you mean '5pp', percentage points?"),
      ("--baseline 20% --lift 150pp", "Rates differ by less than 100pp. A ratio of rates is '--ratio'"),
      ("--baseline 20% --lift 150%", "found '150%'. Use '--ratio 2.5' for 150% more than the baseline."),
      ("--baseline 20% --ratio 0", "above 0"),
      ("--baseline 20% --lift 2pp --power 80", "Did you mean '80%'?"),
      (
        "--baseline 20% --lift 2pp --power 1",
        "found '1'. No test is certain to show its result. Ask for less, such as '80%'."
      ),
      ("--baseline 20% --lift 2pp --power 100%", "above 0% and below 100%, as 80% or 0.8, found '100%'"),
      ("--baseline 20% --lift 2pp --power 2%", "expected one above its level"),
      ("--baseline 20% --lift 2pp --planned 0", "from 1 to 1,000,000,000"),
      ("--baseline 20% --lift 2pp --planned 99999999999", "from 1 to 1,000,000,000, not 99,999,999,999."),
      ("--baseline 20% --planned 100 --per-arm 50", "given twice"),
      ("--baseline 20% --planned 1", "1 install does not give every option one"),
      ("--baseline 20% --planned 4", "detect no difference"),
      ("--baseline 20% --lift 0.0001pp", "at most 1e9"),
      ("--baseline 20% --aim equivalent", "needs '--margin'"),
      ("--baseline 20% --aim non-inferior", "needs '--margin'"),
      ("--baseline 20% --lift 2pp --margin 1pp", "'--margin' goes with"),
      ("--baseline 20% --lift 2pp --aim equivalent --margin 1pp", "beyond the margin of 1 pp"),
      ("--baseline 20% --lift -2pp --aim non-inferior --margin 1pp", "worse by the margin"),
      ("--baseline 20% --aim non-inferior --margin 30pp", "cannot fall by the margin of 30 pp"),
      ("--baseline 20% --aim equivalent --margin 1pp --sides one", "has its own"),
      ("--baseline 20% --lift 2pp --looks 2026-03-01", "Dates of looks need '--start', '--day'"),
      (
        "--baseline 20% --lift 2pp --installs-per-month 40,000",
        "such as 40000 or 4e4, found '40,000'. Write 40000."
      ),
      ("--baseline 20% --lift 2pp --installs-per-week 40k", "found '40k'. Write 40000."),
      ("--baseline 20% --lift 2pp --looks often", "the number of looks, from 2 to 50, or dates"),
      ("--baseline 20% --lift 2pp --looks 2026-03-08,2026-03-01", "2026-03-08 is not before 2026-03-01"),
      (
        "--baseline 20% --lift 2pp --per-day 500 --day 7 --start 2026-03-01 --looks 2026-03-07",
        "On 2026-03-07 no install is 7 days old; the first is on 2026-03-08."
      ),
      (
        "--baseline 20% --lift 2pp --per-day 500 --day 7 --start 2026-03-01 --looks 2026-05-01",
        "On 2026-05-01 all installs are there"
      ),
      ("--baseline 20% --lift 2pp --looks 1", "from 2 to 50"), ("--baseline 20% --lift 2pp --all", "found 2"),
      ("--rates 20%,22%,22% --all --looks 2", "at a single look"),
      ("--baseline 20% --lift 2pp --test fisher --looks 2", "'--test fisher' goes with a difference"),
      ("--baseline 20% --lift 2pp --test fisher --sides one", "'--test fisher' goes with a difference"),
      (
        "--baseline 20% --aim equivalent --margin 1pp --test fisher", "'--test fisher' goes with a difference"
      ),
      ("--rates 20%,22%,22% --all --test fisher", "'--test fisher' goes with a difference"),
      (
        "--baseline 20% --lift 2pp --cluster-size 9 --icc 0.1 --test fisher",
        "analyze judges by the score test"
      ),
      ("--baseline 20% --lift 2pp --test chi", "provide one of 'fisher' and 'score'"),
      ("--baseline 20% --lift 2pp --clusters 4,4", "needs '--icc'"),
      ("--baseline 20% --lift 2pp --icc 0.1", "goes with"),
      ("--baseline 20% --lift 2pp --clusters 4", "as 4,4, found '4'"),
      (
        "--baseline 20% --lift 2pp --clusters 4,100001 --icc 0.01",
        "expected at most 100,000 releases or languages for each option, found '100001'."
      ),
      ("--baseline 20% --lift 2pp --clusters 1,4 --icc 0.01", "confounded"),
      ("--baseline 20% --lift 2pp --clusters 4,4,4 --icc 0.01", "give one for each"),
      ("--baseline 20% --planned 5000 --clusters 4,4 --icc 0.01", "needs a difference"),
      ("--baseline 20% --lift 2pp --clusters 4,4 --icc 0.002", "a power of 25% at most"),
      (
        "--baseline 20% --lift 2pp --clusters 2,2 --icc 0.1",
        "with equal options 2.5% of tests find a difference"
      ),
      ("--baseline 20% --lift 2pp --clusters 4,4 --icc 0.002 --peek", "read once"),
      ("--baseline 20% --lift 2pp --cluster-size 9 --icc 0.002 --looks 3", "read once"),
      ("--baseline 20% --lift 2pp --cluster-size 0 --icc 0.1", "must be from 1 to 1,000,000,000, not 0."),
      ("--baseline 20% --aim equivalent --margin 1pp --clusters 4,4 --icc 0.01", "'--aim difference'"),
      ("--baseline 20% --lift 2pp --reach 60%", "Leave it out"),
      ("--baseline 20% --lift 2pp --denominator prompted", "needs '--reach'"),
      ("--baseline 20% --lift 2pp --denominator prompted --reach 60%,70%,80%", "one for each"),
      ("--baseline 20% --lift 2pp --denominator prompted --reach 60% --looks 2", "per install"),
      ("--baseline 20% --lift 2pp --lost 100%", "above 0 and below 1"),
      ("--baseline 20% --lift 2pp --looks 3 --peek", "Use one of them"),
      ("--baseline 20% --lift 2pp --looks 3 --sides one", "goes with '--aim difference' and two sides"),
      ("--baseline 20% --aim equivalent --margin 1pp --peek", "goes with '--aim difference' and two sides"),
      ("--rates 20%,22% --allocation 1,1,1", "give one for each"),
      ("--rates 20%,22% --allocation 1", "as in 1,1"),
      ("--rates 20%,22% --allocation 1,2 --per-arm 50", "Use '--planned'"),
      ("--rates 20%,22% --confidence 0.2", "from 50% to 99.99%, as 95% or 0.95, found '0.2'"),
      ("--rates 20%,22% --confidence 95", "found '95'. Did you mean '95%'?"),
      ("--rates 20%,22% --day 0", "from 1 to 3650"),
      ("--rates 20%,22% --per-day 0", "must be from 1 to 1,000,000,000, not 0."),
      ("--rates 20%,22% --per-day 9 --installs-per-week 9", "Use one of them"),
      (
        "--rates 20%,22% --per-day 9 --installs-per-month 9",
        "'--per-day' and '--installs-per-month' say the same"
      ),
      ("--rates 20%,22% --start 2026-11-22", "'--start' needs the installs that take part"),
      ("--rates 20%,22% --per-day 9 --start 22.11.2026", "as 2026-03-01, found '22.11.2026'"),
      ("--rates 20%,22% --per-day 9 --start 2026-02-30", "found '2026-02-30'"),
      ("--rates 20%,22% --per-day 9 --looks 2 --start 2026-11-22", "Add '--day 7'"),
      ("--rates 20%,22% --ramp 10%x7", "'--ramp' needs the installs that take part"),
      ("--rates 20%,22% --per-day 9 --ramp 10%", "found '10%' in '10%'"),
      ("--rates 20%,22% --per-day 9 --ramp 10%x7,20%,50%", "found '20%' in"),
      ("--rates 20%,22% --per-day 9 --ramp 10x7", "found '10x7' in '10x7'"),
      ("--rates 20%,22% --per-day 9 --ramp 10%x0", "days from 1 to 3650"),
      ("--rates 20%,22% --per-day 9 --ramp 10%x7,50% --allocation 1,1", "given twice"),
      ("--rates 20%,22% --per-day 9 --ramp 10%x7 --looks 3", "read once"),
      ("--rates 20%,22% --per-day 9 --ramp 10%x7 --planned 900", "Leave one of them out"),
      ("--rates 20%,22% --per-day 9 --ramp 10%x7 --clusters 4,4 --icc 0.01", "Leave out '--clusters'"),
      ("--rates 20%,22% --installs-per-month 0", "'--installs-per-month' must be from 1"),
    ])
  func refused(arguments: String, message: String) throws {
    let outcome = try plan(arguments, status: 64)
    #expect(outcome.output.isEmpty && outcome.errors.contains(message), "\(arguments): \(outcome.errors)")
  }
}
