package io.concor.simulator.load;

/** Sends requests without waiting for their responses. */
public interface LoadClient extends AutoCloseable {

    /**
     * Sends a request as soon as a connection is free, and reports its outcome to the request. Called by one thread.
     *
     * @param request the request
     * @param body its body; may be empty
     */
    void send(LoadRequest request, byte[] body);

    @Override
    void close();
}
