/** Creates the tables of durable queues, and checks them at the start. */
@NullMarked
package io.concor.queues.schema;

import org.jspecify.annotations.NullMarked;
