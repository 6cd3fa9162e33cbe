/** Reads the rows of the lanes that this process owns, and hands them out in the order that their slots promise. */
@NullMarked
package io.concor.queues.read;

import org.jspecify.annotations.NullMarked;
