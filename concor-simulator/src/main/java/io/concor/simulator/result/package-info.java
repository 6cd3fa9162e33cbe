/** What is written at the end of a run: JSON, CSV and HTML. */
@NullMarked
package io.concor.simulator.result;

import org.jspecify.annotations.NullMarked;
