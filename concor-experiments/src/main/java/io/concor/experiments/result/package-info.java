/** Results of the experiments, as they are stored in JSON files, and the equations of the thesis. */
@NullMarked
package io.concor.experiments.result;

import org.jspecify.annotations.NullMarked;
