/** Flows from the configuration: their tasks, types, slots and transactions. */
@NullMarked
package io.concor.autoconfigure.flow;

import org.jspecify.annotations.NullMarked;
