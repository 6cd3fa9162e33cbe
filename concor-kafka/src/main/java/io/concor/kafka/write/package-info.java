/** Puts events, and ends them in transactions. */
@NullMarked
package io.concor.kafka.write;

import org.jspecify.annotations.NullMarked;
