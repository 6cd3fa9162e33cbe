/** Every number of the endpoints as a meter. */
@NullMarked
package io.concor.autoconfigure.metrics;

import org.jspecify.annotations.NullMarked;
