package io.concor.test.autoconfigure;

import org.springframework.boot.test.autoconfigure.TestSliceTestContextBootstrapper;

/** Creates the contexts of {@link ConcorTest}s. */
final class ConcorTestContextBootstrapper extends TestSliceTestContextBootstrapper<ConcorTest> {}
