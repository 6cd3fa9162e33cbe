package io.concor.sample.moflow;

/** The receiver cannot listen on its port, for somebody else does. */
class PortTakenException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int port;

    PortTakenException(int port, Throwable cause) {
        super("The receiver cannot listen on port " + port, cause);
        this.port = port;
    }

    int port() {
        return port;
    }
}
