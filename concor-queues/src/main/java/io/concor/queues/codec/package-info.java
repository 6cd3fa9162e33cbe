/** How messages and their headers are written into a store and read again. */
@NullMarked
package io.concor.queues.codec;

import org.jspecify.annotations.NullMarked;
