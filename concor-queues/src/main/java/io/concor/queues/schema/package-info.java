/** Creates the tables of queues, and checks them at the start. */
@NullMarked
package io.concor.queues.schema;

import org.jspecify.annotations.NullMarked;
