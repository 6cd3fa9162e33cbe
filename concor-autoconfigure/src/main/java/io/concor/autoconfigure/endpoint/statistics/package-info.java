/** The endpoints that show what flows do, and set how many events are sampled. */
@NullMarked
package io.concor.autoconfigure.endpoint.statistics;

import org.jspecify.annotations.NullMarked;
