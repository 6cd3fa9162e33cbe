/** Queues and their events as this process has them: what the threads that read, handle and write them share. */
@NullMarked
package io.concor.queues.event;

import org.jspecify.annotations.NullMarked;
