/**
 * Slots whose events wait in a store: what brings events into the store and out of it, and what handles them in its
 * transactions.
 */
@NullMarked
package io.concor.engine.stored;

import org.jspecify.annotations.NullMarked;
