/** Propagation of thread-locals with events, by Micrometer's context propagation, and observations of events. */
@NullMarked
package io.concor.autoconfigure.propagation;

import org.jspecify.annotations.NullMarked;
