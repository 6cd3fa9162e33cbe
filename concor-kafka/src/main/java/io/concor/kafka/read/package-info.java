/** Reads partitions and hands their events out in order. */
@NullMarked
package io.concor.kafka.read;

import org.jspecify.annotations.NullMarked;
