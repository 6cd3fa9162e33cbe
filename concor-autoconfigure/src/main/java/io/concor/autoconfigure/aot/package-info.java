/** Checks an application that was processed ahead of time. */
@NullMarked
package io.concor.autoconfigure.aot;

import org.jspecify.annotations.NullMarked;
