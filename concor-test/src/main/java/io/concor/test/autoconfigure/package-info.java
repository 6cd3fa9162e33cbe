/** The test slice {@link io.concor.test.autoconfigure.ConcorTest} for applications with Spring Boot. */
@NullMarked
package io.concor.test.autoconfigure;

import org.jspecify.annotations.NullMarked;
