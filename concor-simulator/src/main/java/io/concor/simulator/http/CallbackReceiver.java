package io.concor.simulator.http;

import java.util.function.LongConsumer;
import java.util.regex.Pattern;

/** The remote party that a service calls when it has processed a request. */
public interface CallbackReceiver extends AutoCloseable {

    /** Returns a receiver that receives nothing: responses complete the requests. */
    static CallbackReceiver none() {
        return new NoCallbackReceiver();
    }

    /**
     * Starts a small Netty server on all addresses.
     *
     * @param port the port to listen on
     * @param id the first group matches the id of a request in the body of a callback
     * @param delay delay of the answers
     * @throws IllegalStateException if the port is not available
     */
    static CallbackReceiver netty(int port, Pattern id, AnswerDelay delay) {
        return new NettyCallbackReceiver(port, id, delay);
    }

    /**
     * Starts a WireMock server on all addresses.
     *
     * @param port the port to listen on
     * @param id the first group matches the id of a request in the body of a callback
     * @throws IllegalStateException if the port is not available
     */
    static CallbackReceiver wireMock(int port, Pattern id) {
        return new WireMockCallbackReceiver(port, id);
    }

    /**
     * Registers the listener for callbacks.
     *
     * @param listener receives the id of the request, or -1 if the callback contains none; called by any thread
     */
    void onCallback(LongConsumer listener);

    /** Returns what completes a request, for the results. */
    String description();

    @Override
    void close();
}
