/** Checks of the running flows once a second, and the log lines for overload. */
@NullMarked
package io.concor.autoconfigure.watch;

import org.jspecify.annotations.NullMarked;
