package io.concor.queues.client.jdbc;

import io.concor.queues.jdbc.Dialect;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which messages of a table {@code m} are given back. Immutable.
 *
 * @param condition the condition of a {@code select}, with its order
 * @param parameters its parameters
 */
record ReturnChoice(String condition, List<Object> parameters) {

    private static final String OF_CLIENT = "m.lessee = (select l.id from concor_client l where l.name = ?)";

    /** Returns the choice of those whose lease or delay has ended. */
    static ReturnChoice due(Dialect dialect) {
        return new ReturnChoice(
                "m.due_at > 0 and m.due_at <= " + dialect.nowMillis() + " order by m.due_at", List.of());
    }

    /** Returns the choice of those that a client has leased. */
    static ReturnChoice leasedBy(String client) {
        return new ReturnChoice("m.due_at > 0 and " + OF_CLIENT + " order by m.due_at", List.of(client));
    }

    /**
     * Returns the choice of leased ones of a queue.
     *
     * @param client those of one client, or null for all
     * @param after the place behind which they begin
     * @param upTo the last place
     */
    static ReturnChoice leasedIn(int queue, @Nullable String client, long after, long upTo) {
        List<Object> parameters = new ArrayList<>(List.of(queue, after, upTo));
        String ofClient = "";
        if (client != null) {
            ofClient = " and " + OF_CLIENT;
            parameters.add(client);
        }
        return new ReturnChoice(
                "m.queue = ? and m.id > ? and m.id <= ? and m.lessee is not null" + ofClient + " order by m.id",
                parameters);
    }
}
