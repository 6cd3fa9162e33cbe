/** The bottleneck laboratory: plants causes in a flow and checks whether its verdict names them. */
@NullMarked
package io.concor.experiments.laboratory;

import org.jspecify.annotations.NullMarked;
