/** Writes puts and the ends of events, and says after the commit what was written. */
@NullMarked
package io.concor.queues.write;

import org.jspecify.annotations.NullMarked;
