/**
 * Typed tasks, chained into flows whose queues and threads can change while events pass.
 *
 * <p>Start with {@link io.concor.Flows}, which creates the builder of a {@link io.concor.Flow}. A
 * {@link io.concor.manage.Manager} reads topology and statistics of flows and changes their layouts.
 *
 * <p>Parameters and results are not null unless stated otherwise. Records are immutable and thread-safe.
 */
@NullMarked
package io.concor;

import org.jspecify.annotations.NullMarked;
