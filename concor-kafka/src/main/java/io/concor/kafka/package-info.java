/** Remote queues in Apache Kafka: what an application needs to configure the store. */
@NullMarked
package io.concor.kafka;

import org.jspecify.annotations.NullMarked;
