/**
 * Dead letters of a flow in a store, and the events that come out of stores to slots whose events wait in memory: those letters
 * when they are requeued, and what is left of the time in which a slot was stored.
 */
@NullMarked
package io.concor.engine.requeue;

import org.jspecify.annotations.NullMarked;
