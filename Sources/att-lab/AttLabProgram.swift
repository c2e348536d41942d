import LabCommands

@main
enum AttLabProgram {
  static func main() async { await runAttLab() }
}
