/** Flows out of the configuration of a Spring Boot application, their manager, and their life with the context. */
@NullMarked
package io.concor.autoconfigure;

import org.jspecify.annotations.NullMarked;
