/** What operators see of remote queues and do with them. */
@NullMarked
package io.concor.kafka.administration;

import org.jspecify.annotations.NullMarked;
