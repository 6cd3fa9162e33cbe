/**
 * Tests of flows: {@link io.concor.test.FlowTester} observes a flow, advances its clock and asserts what became of its
 * events.
 */
@NullMarked
package io.concor.test;

import org.jspecify.annotations.NullMarked;
