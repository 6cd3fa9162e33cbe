/** The command line of an open-loop HTTP load generator: {@code java -jar simulator.jar --help}. */
@NullMarked
package io.concor.simulator;

import org.jspecify.annotations.NullMarked;
