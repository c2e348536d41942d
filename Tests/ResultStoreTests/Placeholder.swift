// Content follows with the target's first test.
