package io.concor.test.autoconfigure;

/** With which joins the flows of a {@link ConcorTest} run. */
public enum Joins {
    /** With those of the application: its configuration, preset, or rule by kind. */
    REAL,
    /** Without any: see {@link io.concor.test.FlowTester#withoutJoins}. */
    NONE
}
