/**
 * Typed tasks chained into flows, whose queues and threads can be changed while events pass.
 *
 * <p>Start with {@link io.concor.Flows}: it gives the builder of a {@link io.concor.Flow}. A {@link io.concor.manage.Manager}
 * knows every flow and is the one door for reading topology and statistics and for changing layouts.
 *
 * <p>What is taken and given is not null, unless it says so. Records are values: they do not change, and any number of
 * threads may share them.
 */
@NullMarked
package io.concor;

import org.jspecify.annotations.NullMarked;
