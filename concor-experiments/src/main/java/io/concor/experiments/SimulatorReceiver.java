package io.concor.experiments;

/** What the simulator offers as the remote party that an application calls, as both call it on the command line. */
enum SimulatorReceiver {
    /** Its own, on a single thread. */
    own,
    /** That of the thesis. */
    wiremock
}
