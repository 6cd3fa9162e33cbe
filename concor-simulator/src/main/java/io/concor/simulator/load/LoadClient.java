package io.concor.simulator.load;

/** Sends requests without waiting. */
public interface LoadClient extends AutoCloseable {

    /**
     * Sends a request as soon as a connection is free.
     *
     * @param exchange the request
     * @param body what it carries; may be empty
     */
    void send(LoadRequest exchange, byte[] body);

    @Override
    void close();
}
