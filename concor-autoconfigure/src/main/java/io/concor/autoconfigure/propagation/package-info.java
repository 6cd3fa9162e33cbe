/** What travels with events: the thread-locals that Micrometer's context propagation knows, and observations. */
@NullMarked
package io.concor.autoconfigure.propagation;

import org.jspecify.annotations.NullMarked;
