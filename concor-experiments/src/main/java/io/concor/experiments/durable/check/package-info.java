/** The checker: load, ledger, faults, and the comparison of what was acknowledged with what was done. */
@NullMarked
package io.concor.experiments.durable.check;

import org.jspecify.annotations.NullMarked;
