/** Micrometer meters for the figures of the endpoints. */
@NullMarked
package io.concor.autoconfigure.metrics;

import org.jspecify.annotations.NullMarked;
