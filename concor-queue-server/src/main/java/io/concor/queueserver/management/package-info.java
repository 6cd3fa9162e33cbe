/** What operators see of the queues, and do with them. */
@NullMarked
package io.concor.queueserver.management;

import org.jspecify.annotations.NullMarked;
