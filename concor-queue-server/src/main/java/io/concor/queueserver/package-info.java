/** Message queues for clients over HTTP: the application, its settings and its queues. */
@NullMarked
package io.concor.queueserver;

import org.jspecify.annotations.NullMarked;
