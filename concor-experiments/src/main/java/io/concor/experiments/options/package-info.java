/** Command line options of both experiments. */
@NullMarked
package io.concor.experiments.options;

import org.jspecify.annotations.NullMarked;
