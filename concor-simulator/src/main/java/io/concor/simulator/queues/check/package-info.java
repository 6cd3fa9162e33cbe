/** The check that each message arrives once and unchanged, at the client that it was sent to. */
@NullMarked
package io.concor.simulator.queues.check;

import org.jspecify.annotations.NullMarked;
