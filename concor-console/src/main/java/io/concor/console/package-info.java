/** A web page over the management endpoints of Concor. It knows these endpoints by their contract only. */
@NullMarked
package io.concor.console;

import org.jspecify.annotations.NullMarked;
