package io.concor.simulator;

/** The servers that can receive callbacks. The names are values of the command line. */
public enum CallbackReceiverType {

    /** A small Netty server. */
    own,

    /** WireMock, as in the thesis. */
    wiremock
}
