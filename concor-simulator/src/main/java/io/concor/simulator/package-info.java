/** An open-loop load generator for HTTP: {@code java -jar simulator.jar --help}. */
@NullMarked
package io.concor.simulator;

import org.jspecify.annotations.NullMarked;
