/** How events that are put in transactions of a database come to a queue in Kafka: by an outbox there, and a relay. */
@NullMarked
package io.concor.kafka.outbox;

import org.jspecify.annotations.NullMarked;
