/** Results of events on their way to the processes that await them. */
@NullMarked
package io.concor.kafka.result;

import org.jspecify.annotations.NullMarked;
