/** A flow with the shape of mo-flow, and its load, that run in this JVM. */
@NullMarked
package io.concor.experiments.laboratory.flow;

import org.jspecify.annotations.NullMarked;
