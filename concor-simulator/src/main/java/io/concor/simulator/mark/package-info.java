/** Requests sent beside the load at a given time, to change the layout of the service. */
@NullMarked
package io.concor.simulator.mark;

import org.jspecify.annotations.NullMarked;
