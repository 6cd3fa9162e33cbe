/**
 * What the engine needs of a store that keeps the waiting events of slots outside of its memory, such as a database or a
 * broker. A module implements {@link io.concor.queue.QueueStore}; an application only chooses one.
 */
@NullMarked
package io.concor.queue;

import org.jspecify.annotations.NullMarked;
