/** Causes planted in the tasks of a sample. Runs in the JVM of the sample, which has this module on its class path. */
@NullMarked
package io.concor.experiments.plants;

import org.jspecify.annotations.NullMarked;
