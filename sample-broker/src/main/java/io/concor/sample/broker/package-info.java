/** A Kafka broker for trying the samples. */
@NullMarked
package io.concor.sample.broker;

import org.jspecify.annotations.NullMarked;
