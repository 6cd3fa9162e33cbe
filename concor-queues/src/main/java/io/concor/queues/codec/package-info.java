/** How messages are written into a store and read again. */
@NullMarked
package io.concor.queues.codec;

import org.jspecify.annotations.NullMarked;
