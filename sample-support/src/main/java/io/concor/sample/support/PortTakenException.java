package io.concor.sample.support;

/** The receiver cannot listen, because another process listens on its port. */
class PortTakenException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String properties;
    private final int port;

    PortTakenException(String properties, int port, Throwable cause) {
        super("The receiver cannot listen on port " + port, cause);
        this.properties = properties;
        this.port = port;
    }

    /** The prefix of the receiver's properties. */
    String properties() {
        return properties;
    }

    int port() {
        return port;
    }
}
