// Names the libraries that a runtime inside the program needs (see Package.swift); nothing here uses it.
import Foundation
import LabCommands

@main
enum AttLabProgram {
  static func main() async { await runAttLab() }
}
