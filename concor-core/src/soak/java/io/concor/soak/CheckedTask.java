package io.concor.soak;

import io.concor.SingleThreadedTask;

/** A single-threaded task that finds out whether the flow keeps its guarantee. */
interface CheckedTask extends SingleThreadedTask<SoakEvent, SoakEvent> {

    /** Checks what can be checked at the end only. The flow must be empty. */
    void verify();
}
