/** Sample applications, databases and the simulator as processes, started for one measurement. */
@NullMarked
package io.concor.experiments.testbed;

import org.jspecify.annotations.NullMarked;
