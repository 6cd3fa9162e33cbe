/** What operators see of durable queues and do with them: depth, dead letters, pause, purge. */
@NullMarked
package io.concor.queues.administration;

import org.jspecify.annotations.NullMarked;
