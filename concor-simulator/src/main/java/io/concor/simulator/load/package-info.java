/** Open-loop load: rate profiles, the run that issues requests when they are due, statistics, the breaking point. */
@NullMarked
package io.concor.simulator.load;

import org.jspecify.annotations.NullMarked;
