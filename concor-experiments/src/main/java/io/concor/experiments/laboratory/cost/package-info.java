/** What it costs to keep a verdict about a flow. */
@NullMarked
package io.concor.experiments.laboratory.cost;

import org.jspecify.annotations.NullMarked;
