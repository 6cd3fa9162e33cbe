/** Control requests: sent to the service at given times of a run to change its layout; and the history of the layout. */
@NullMarked
package io.concor.simulator.control;

import org.jspecify.annotations.NullMarked;
