/** Applies changes of the configuration to running flows. */
@NullMarked
package io.concor.autoconfigure.reload;

import org.jspecify.annotations.NullMarked;
