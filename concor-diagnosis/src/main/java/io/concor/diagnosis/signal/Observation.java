package io.concor.diagnosis.signal;

/** What a flow and its machine did in the same second. */
public record Observation(FlowWindow flow, HostWindow host) {

    /** How many of the last observations of a layout a verdict is drawn from. */
    public static final int KEPT = 5;
}
