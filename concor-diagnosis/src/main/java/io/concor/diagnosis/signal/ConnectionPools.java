package io.concor.diagnosis.signal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the connection pools of the application. Implementations are thread-safe and fast. */
@FunctionalInterface
public interface ConnectionPools {

    /** No connection pools. */
    ConnectionPools NONE = List::of;

    /** Returns the state of each pool now. */
    List<PoolReading> read();

    /**
     * Whether a task may use a connection of one of the pools. By default every task may. Asked for each component when a flow
     * is first seen. May be slow.
     *
     * @param bean the name of the task's bean, or null if it is none
     */
    default boolean mayConnect(@Nullable String bean) {
        return true;
    }

    /**
     * A connection pool at one time.
     *
     * @param name the name of the pool; of one without a name, that of its bean
     * @param bean the name of its data source bean, or null if it is unknown
     * @param signal the prefix of its metrics, such as {@code hikaricp.connections}
     * @param setting the property that limits its connections, or null if it is unknown
     * @param most the largest number of connections
     * @param active number of connections in use
     * @param pending number of threads that wait for one, or null if the pool does not count them
     */
    record PoolReading(
            String name,
            @Nullable String bean,
            String signal,
            @Nullable String setting,
            int most,
            int active,
            @Nullable Integer pending) {}
}
