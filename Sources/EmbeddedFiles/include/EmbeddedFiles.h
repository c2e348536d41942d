#ifndef EMBEDDED_FILES_H
#define EMBEDDED_FILES_H

/// The text of a file that the program carries in it; empty where it carries none of that name.
///
/// Names begin with what the file is: `populations/news.yaml`, `guide/ci.md`.
const char *_Nonnull embedded_file(const char *_Nonnull name) __attribute__((swift_name("embeddedFile(_:)")));

#endif
