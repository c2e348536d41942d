// The files that the program carries in it, as they lie in the repository. A C compiler takes such a file in as it is;
// Swift would need it as a literal of numbers, each of which it would check.

#include "EmbeddedFiles.h"

#include <string.h>

// Every compiler of Swift 6.1 and newer has `#embed`, whatever the standard of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

struct file {
  const char *name;
  const unsigned char *text;
};

// A text ends with a zero, as texts do in C.
static const struct file files[] = {
  // The book of rules.
  {"rules/rules.txt", (const unsigned char[]){
#embed "../../Data/rules/rules.txt" suffix(, 0)
  }},
  {"rules/pitfalls.txt", (const unsigned char[]){
#embed "../../Data/rules/pitfalls.txt" suffix(, 0)
  }},
  {"rules/findings.txt", (const unsigned char[]){
#embed "../../Data/rules/findings.txt" suffix(, 0)
  }},
  {"rules/words.txt", (const unsigned char[]){
#embed "../../Data/rules/words.txt" suffix(, 0)
  }},
  {"rules/names.txt", (const unsigned char[]){
#embed "../../Data/rules/names.txt" suffix(, 0)
  }},
  {"rules/sources.txt", (const unsigned char[]){
#embed "../../Data/rules/sources.txt" suffix(, 0)
  }},
  {"rules/keys.txt", (const unsigned char[]){
#embed "../../Data/rules/keys.txt" suffix(, 0)
  }},
  // The populations that an experiment can start from.
  {"populations/news.yaml", (const unsigned char[]){
#embed "../../Data/populations/news.yaml" suffix(, 0)
  }},
  {"populations/game.yaml", (const unsigned char[]){
#embed "../../Data/populations/game.yaml" suffix(, 0)
  }},
  {"populations/shop.yaml", (const unsigned char[]){
#embed "../../Data/populations/shop.yaml" suffix(, 0)
  }},
  {"populations/utility.yaml", (const unsigned char[]){
#embed "../../Data/populations/utility.yaml" suffix(, 0)
  }},
  // What `att-lab init` writes out: the starter of every kind of app, and experiments.
  {"starter.yaml", (const unsigned char[]){
#embed "../../Data/starter.yaml" suffix(, 0)
  }},
  {"starters.yaml", (const unsigned char[]){
#embed "../../Data/starters.yaml" suffix(, 0)
  }},
  {"experiments/consent-order.yaml", (const unsigned char[]){
#embed "../../Experiments/consent-order.yaml" suffix(, 0)
  }},
  {"experiments/game-first-level.yaml", (const unsigned char[]){
#embed "../../Experiments/game-first-level.yaml" suffix(, 0)
  }},
  {"experiments/news-by-country.yaml", (const unsigned char[]){
#embed "../../Experiments/news-by-country.yaml" suffix(, 0)
  }},
  {"experiments/news-timing.yaml", (const unsigned char[]){
#embed "../../Experiments/news-timing.yaml" suffix(, 0)
  }},
  {"experiments/pre-prompt-or-not.yaml", (const unsigned char[]){
#embed "../../Experiments/pre-prompt-or-not.yaml" suffix(, 0)
  }},
  {"experiments/push-collision.yaml", (const unsigned char[]){
#embed "../../Experiments/push-collision.yaml" suffix(, 0)
  }},
  {"experiments/sdk-timeout.yaml", (const unsigned char[]){
#embed "../../Experiments/sdk-timeout.yaml" suffix(, 0)
  }},
  {"experiments/shop-first-add-to-cart.yaml", (const unsigned char[]){
#embed "../../Experiments/shop-first-add-to-cart.yaml" suffix(, 0)
  }},
  {"experiments/usage-string-variants.yaml", (const unsigned char[]){
#embed "../../Experiments/usage-string-variants.yaml" suffix(, 0)
  }},
  // The pages that `att-lab guide` prints.
  {"guide/read-an-answer.md", (const unsigned char[]){
#embed "../LabCommands/LabCommands.docc/ReadAnAnswer.md" suffix(, 0)
  }},
  {"guide/worked-example.md", (const unsigned char[]){
#embed "../LabCommands/LabCommands.docc/WorkedExample.md" suffix(, 0)
  }},
  {"guide/try-assumptions.md", (const unsigned char[]){
#embed "../LabCommands/LabCommands.docc/TryAssumptions.md" suffix(, 0)
  }},
  {"guide/experiment-file.md", (const unsigned char[]){
#embed "../LabCommands/LabCommands.docc/ExperimentFile.md" suffix(, 0)
  }},
  {"guide/check-an-app.md", (const unsigned char[]){
#embed "../LabCommands/LabCommands.docc/CheckAnApp.md" suffix(, 0)
  }},
  {"guide/trace-an-install.md", (const unsigned char[]){
#embed "../LabCommands/LabCommands.docc/TraceAnInstall.md" suffix(, 0)
  }},
  {"guide/size-a-test.md", (const unsigned char[]){
#embed "../LabCommands/LabCommands.docc/SizeATest.md" suffix(, 0)
  }},
  {"guide/analyse-a-test.md", (const unsigned char[]){
#embed "../LabCommands/LabCommands.docc/AnalyseATest.md" suffix(, 0)
  }},
  {"guide/learn-from-data.md", (const unsigned char[]){
#embed "../LabCommands/LabCommands.docc/LearnFromData.md" suffix(, 0)
  }},
  {"guide/export-and-sql.md", (const unsigned char[]){
#embed "../LabCommands/LabCommands.docc/ExportAndSQL.md" suffix(, 0)
  }},
  {"guide/from-a-notebook.md", (const unsigned char[]){
#embed "../LabCommands/LabCommands.docc/FromANotebook.md" suffix(, 0)
  }},
  {"guide/ci.md", (const unsigned char[]){
#embed "../LabCommands/LabCommands.docc/ContinuousIntegration.md" suffix(, 0)
  }},
  {"guide/reproducibility.md", (const unsigned char[]){
#embed "../LabCommands/LabCommands.docc/Reproducibility.md" suffix(, 0)
  }},
  // The words of `att-lab explain`.
  {"explain/glossary.md", (const unsigned char[]){
#embed "../Reviews/Explain/glossary.md" suffix(, 0)
  }},
  // The style sheet of a report.
  {"report/page.css", (const unsigned char[]){
#embed "../Rendering/HTML/page.css" suffix(, 0)
  }},
  // The page of `att-lab explore`.
  {"explore/page.html", (const unsigned char[]){
#embed "../Explore/Page/page.html" suffix(, 0)
  }},
  {"explore/explore.css", (const unsigned char[]){
#embed "../Explore/Page/explore.css" suffix(, 0)
  }},
  {"explore/icon.svg", (const unsigned char[]){
#embed "../Explore/Page/icon.svg" suffix(, 0)
  }},
  {"explore/main.js", (const unsigned char[]){
#embed "../Explore/Page/main.js" suffix(, 0)
  }},
  {"explore/elements.js", (const unsigned char[]){
#embed "../Explore/Page/elements.js" suffix(, 0)
  }},
  {"explore/inputs.js", (const unsigned char[]){
#embed "../Explore/Page/inputs.js" suffix(, 0)
  }},
  {"explore/numbers.js", (const unsigned char[]){
#embed "../Explore/Page/numbers.js" suffix(, 0)
  }},
  {"explore/options.js", (const unsigned char[]){
#embed "../Explore/Page/options.js" suffix(, 0)
  }},
  {"explore/rows.js", (const unsigned char[]){
#embed "../Explore/Page/rows.js" suffix(, 0)
  }},
  {"explore/runs.js", (const unsigned char[]){
#embed "../Explore/Page/runs.js" suffix(, 0)
  }},
  {"explore/server.js", (const unsigned char[]){
#embed "../Explore/Page/server.js" suffix(, 0)
  }},
  {"explore/state.js", (const unsigned char[]){
#embed "../Explore/Page/state.js" suffix(, 0)
  }},
  {"explore/strips.js", (const unsigned char[]){
#embed "../Explore/Page/strips.js" suffix(, 0)
  }},
  {"explore/text.js", (const unsigned char[]){
#embed "../Explore/Page/text.js" suffix(, 0)
  }},
  {"explore/units.js", (const unsigned char[]){
#embed "../Explore/Page/units.js" suffix(, 0)
  }},
};

const char *embedded_file(const char *name) {
  for (size_t index = 0; index < sizeof files / sizeof files[0]; index++) {
    if (strcmp(files[index].name, name) == 0) return (const char *)files[index].text;
  }
  return "";
}
