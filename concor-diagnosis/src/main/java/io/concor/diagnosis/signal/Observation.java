package io.concor.diagnosis.signal;

/** What a flow and its machine did in the same second. */
public record Observation(FlowWindow flow, HostWindow host) {}
