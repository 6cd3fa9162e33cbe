/** Spring transactions that follow an event from thread to thread. */
@NullMarked
package io.concor.autoconfigure.transaction;

import org.jspecify.annotations.NullMarked;
