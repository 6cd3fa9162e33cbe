/** Queues of others as subjects, at their best documented settings. */
@NullMarked
package io.concor.experiments.durable.anchor;

import org.jspecify.annotations.NullMarked;
