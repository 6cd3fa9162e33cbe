/** Auto-configuration of the store of remote slots, Apache Kafka. */
@NullMarked
package io.concor.autoconfigure.queue.remote;

import org.jspecify.annotations.NullMarked;
