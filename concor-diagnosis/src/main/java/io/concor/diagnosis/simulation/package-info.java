/**
 * A discrete-event simulation of a flow on measured times.
 */
@NullMarked
package io.concor.diagnosis.simulation;

import org.jspecify.annotations.NullMarked;
