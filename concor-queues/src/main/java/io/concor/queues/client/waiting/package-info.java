/** Those who wait for messages in this process. */
@NullMarked
package io.concor.queues.client.waiting;

import org.jspecify.annotations.NullMarked;
