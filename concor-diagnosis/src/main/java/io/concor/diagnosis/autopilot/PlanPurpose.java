package io.concor.diagnosis.autopilot;

/** What a change of a layout is for. */
enum PlanPurpose {
    /** To relieve what limits the flow. */
    INCREASE,
    /** To use fewer threads. */
    DECREASE
}
