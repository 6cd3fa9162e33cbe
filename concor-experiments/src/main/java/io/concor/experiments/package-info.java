/** Command line of the experiments of the thesis, which {@code docs/experiments/applications.md} describes. */
@NullMarked
package io.concor.experiments;

import org.jspecify.annotations.NullMarked;
