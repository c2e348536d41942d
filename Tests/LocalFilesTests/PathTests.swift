import LocalFiles
import Testing

@Suite("Paths taken apart by their text")
struct PathTests {
  // As `dirname`, `basename` and `basename … .yaml` of coreutils say, but for names that begin with a dot.
  @Test(
    "have a folder, a name and a stem, however short they are",
    arguments: [
      ("x", ".", "x", "x"), ("é", ".", "é", "é"), (" ", ".", " ", " "), ("/x", "/", "x", "x"),
      ("//x", "/", "x", "x"),
      ("a/", ".", "a", "a"), ("a/b", "a", "b", "b"), ("a//b/", "a", "b", "b"), ("/a/b.c", "/a", "b.c", "b"),
      ("../x", "..", "x", "x"), ("a/.b", "a", ".b", ".b"),
      ("a.b.yaml", ".", "a.b.yaml", "a.b"),
    ])
  func parts(path: String, folder: String, name: String, stem: String) {
    #expect(path.folderPath == folder && path.fileName == name && path.fileStem == stem)
  }

  @Test(
    "give the path of another file of the folder",
    arguments: [
      ("x", "y", "y"), ("./x", "y", "./y"), ("/x", "y", "/y"), ("a/x", "y", "a/y"), ("a/x", "/y", "/y"),
      ("a/x", "./y", "a/./y"), ("/", "y", "/y"), ("", "y", "y"),
    ])
  func siblings(path: String, other: String, expected: String) {
    #expect(path.sibling(other) == expected)
  }
}
