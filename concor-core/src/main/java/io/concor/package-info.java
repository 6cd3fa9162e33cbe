/**
 * Typed tasks chained into flows, whose queues and threads can be changed while events pass.
 *
 * <p>Start with {@link io.concor.Flows}: it gives the builder of a {@link io.concor.Flow}. A {@link io.concor.Manager}
 * knows every flow and is the one door for reading topology and statistics and for changing layouts.
 */
@NullMarked
package io.concor;

import org.jspecify.annotations.NullMarked;
