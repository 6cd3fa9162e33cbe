/** The CPU time of a request at several loads, with the twin measured twice as a control. */
@NullMarked
package io.concor.experiments.cost;

import org.jspecify.annotations.NullMarked;
