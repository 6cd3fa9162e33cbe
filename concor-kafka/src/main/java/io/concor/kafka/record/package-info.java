/** What the records of the topics contain: events, dead letters and the progress of partitions. */
@NullMarked
package io.concor.kafka.record;

import org.jspecify.annotations.NullMarked;
