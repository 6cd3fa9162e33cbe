/**
 * The samples without Concor, for comparison: the same tasks, called by hand over executors. Runs in the JVM of the sample,
 * which has this module on its class path.
 */
@NullMarked
package io.concor.experiments.twin;

import org.jspecify.annotations.NullMarked;
