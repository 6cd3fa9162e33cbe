package io.concor.diagnosis.signal;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the process and its machine did in a second. Unknown is what the platform does not report.
 *
 * @param processors number of processors that the process may use; a part of one, if a container is limited to that
 * @param process number of processors that this process used
 * @param system number of processors that all processes used
 * @param runnable number of threads of this process that waited for a processor; read only while the processors are busy,
 *     or threads of the system wait for one
 * @param pressure share of the time in which threads of the system waited for a processor, 0 to 1
 * @param stopped share of the time for which the limit of the container stopped the process, 0 to 1; unknown without a limit
 * @param compiler number of processors that the compiler of the JVM used, of those that this process did
 * @param own number of processors that the threads of Concor used which observe and predict, of those that this process did
 * @param collection share of the time in which the garbage collector stopped the application, 0 to 1
 * @param concurrent share of the time in which the garbage collector worked while the application ran; more than 1 in a second
 *     in which a long cycle ended
 * @param holders what may hold a connection
 * @param pools the connection pools
 */
public record HostWindow(
        double processors,
        OptionalDouble process,
        OptionalDouble system,
        OptionalDouble runnable,
        OptionalDouble pressure,
        OptionalDouble stopped,
        OptionalDouble compiler,
        OptionalDouble own,
        double collection,
        double concurrent,
        ConnectionHolders holders,
        List<PoolWindow> pools) {

    HostWindow with(ConnectionHolders all) {
        return new HostWindow(
                processors,
                process,
                system,
                runnable,
                pressure,
                stopped,
                compiler,
                own,
                collection,
                concurrent,
                all,
                pools);
    }

    /** Returns a figure of the pool of a name; 0 if there is none. */
    public double ofPool(String name, ToDoubleFunction<PoolWindow> figure) {
        return pools.stream()
                .filter(pool -> pool.name().equals(name))
                .mapToDouble(figure)
                .findFirst()
                .orElse(0);
    }

    /** Whether threads wait for connections, or may, although more are in use than something in the flows can hold. */
    boolean hasOtherUsers(ConnectionHolders ofFlows) {
        return pools.stream().anyMatch(pool -> pool.mayLetWait() && pool.activeWithout(ofFlows) >= 1);
    }

    /**
     * What happened at a connection pool.
     *
     * @param name the name of the pool
     * @param bean the name of its data source bean, or null if it is unknown
     * @param signal the prefix of its metrics, such as {@code hikaricp.connections}
     * @param setting the property that limits its connections, or null if it is unknown
     * @param most the largest number of connections
     * @param active number of connections in use
     * @param pending number of threads that wait for one; 0 if the pool does not count them
     * @param counting whether it does
     */
    public record PoolWindow(
            String name,
            @Nullable String bean,
            String signal,
            @Nullable String setting,
            int most,
            Level active,
            Level pending,
            boolean counting) {

        private static final double NEARLY_ALL = 0.9;

        /** Whether nearly all connections are in use. */
        public boolean isUsedUp() {
            return active.average() >= NEARLY_ALL * most;
        }

        private boolean mayLetWait() {
            return counting ? pending.average() > 0 : isUsedUp();
        }

        /** Returns how many connections were in use all the time that no holder can have: a thread that waits has none. */
        public double activeWithout(ConnectionHolders holders) {
            return active.least() - Math.max(0, holders.threads() - pending.average()) - holders.transactions();
        }
    }
}
