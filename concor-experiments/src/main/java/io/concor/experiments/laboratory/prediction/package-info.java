/** Predictions of what a change brings, compared with what it then brings. */
@NullMarked
package io.concor.experiments.laboratory.prediction;

import org.jspecify.annotations.NullMarked;
