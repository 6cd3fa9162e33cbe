/**
 * A soak test of the engine through its public API: random layout changes, injected faults, interrupts and stops while
 * events flow. {@link io.concor.soak.Soak} is the main class.
 */
@NullMarked
package io.concor.soak;

import org.jspecify.annotations.NullMarked;
