/**
 * Looks for lost, repeated and misplaced events while everything goes on at once.
 * {@link io.concor.benchmarks.soak.SoakCommand} is what is run.
 */
@NullMarked
package io.concor.benchmarks.soak;

import org.jspecify.annotations.NullMarked;
