/** A broker of Apache Kafka in a process of its own, which can be killed and started again on its data. */
@NullMarked
package io.concor.experiments.durable.broker;

import org.jspecify.annotations.NullMarked;
