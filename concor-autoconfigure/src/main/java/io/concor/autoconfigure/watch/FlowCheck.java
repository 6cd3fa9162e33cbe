package io.concor.autoconfigure.watch;

import io.concor.layout.FlowSummary;

/** A check of a flow that runs once a second while the flows run, on one thread for all checks and flows. */
@FunctionalInterface
public interface FlowCheck {

    /** Checks a flow. What it throws is logged; the check runs again after a second. */
    void check(FlowSummary flow);
}
