/** What the tables of durable queues keep, as values. */
@NullMarked
package io.concor.queues.row;

import org.jspecify.annotations.NullMarked;
