package io.concor.experiments.clientqueues.testbed;

import java.net.URI;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** What an operator asks of a server that runs. */
public final class ServerOperator {

    /** The queues keep two connections: that of their lease, and the one that listens to PostgreSQL. */
    public static final int KEPT_CONNECTIONS = 2;

    private ServerOperator() {}

    /**
     * Returns what gives a slot of the server a number of threads.
     *
     * @param slot the endpoint of the slot
     * @param headers headers of the requests, for the log-in
     */
    public static IntConsumer threads(URI slot, Map<String, String> headers) {
        return new OperatorEndpoint(slot, "threads", headers)::set;
    }

    /** Returns what gives the server a number of connections for requests, in addition to those that the queues keep. */
    public static IntConsumer connections(URI address, Map<String, String> headers) {
        OperatorEndpoint endpoint = new OperatorEndpoint(address, "connections", headers);
        return value -> endpoint.set(value + KEPT_CONNECTIONS);
    }

    /** Returns what reads the verdict: the cause that limits the server and its component, or the state. */
    public static Supplier<String> verdict(URI address, Map<String, String> headers) {
        OperatorEndpoint endpoint = new OperatorEndpoint(address, "verdict", headers);
        return () -> {
            JsonNode read = endpoint.read();
            return read.path("cause").isMissingNode()
                    ? read.path("state").asString()
                    : (read.path("cause").asString() + " "
                                    + read.path("component").asString(""))
                            .strip();
        };
    }
}
