package io.concor.diagnosis;

import io.concor.diagnosis.signal.ConnectionHolders;
import io.concor.diagnosis.signal.FlowWindow;
import io.concor.diagnosis.signal.HostWindow;
import io.concor.diagnosis.signal.HostWindow.PoolWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** What a test says about the process and its machine. */
public abstract class HostBuilder<B extends HostBuilder<B>> {

    private final List<PoolWindow> pools = new ArrayList<>();
    private double processors = 4;
    private double process = 1;
    private double system = 1;
    private double runnable;
    private OptionalDouble pressure = OptionalDouble.empty();
    private OptionalDouble stopped = OptionalDouble.empty();
    private double compiler;
    private double own;
    private double collection;
    private double concurrent;
    private double threadsElsewhere;
    private double transactionsElsewhere;
    private double idleThreads;

    abstract B self();

    /** The number of processors used by this process and by all, and of threads that wait for one. */
    public final B host(double number, double usedByProcess, double usedByAll, double waiting) {
        processors = number;
        process = usedByProcess;
        system = usedByAll;
        runnable = waiting;
        return self();
    }

    /** The share of the time in which threads of the system wait for a processor. */
    public final B pressure(double share) {
        pressure = OptionalDouble.of(share);
        return self();
    }

    /** The number of processors that the compiler of the JVM uses, of those that the process uses. */
    public final B compiler(double used) {
        compiler = used;
        return self();
    }

    /** The number of processors that Concor uses to observe and predict, of those that the process uses. */
    public final B own(double used) {
        own = used;
        return self();
    }

    /** A connection pool whose connections are all in use. */
    public final B connections(int most, double pending) {
        return connections(most, most, pending);
    }

    public final B connections(int most, double active, double pending) {
        return pool(new PoolWindow(
                "pool",
                null,
                "pool",
                "pool.size",
                most,
                SituationBuilder.level(active),
                SituationBuilder.level(pending),
                true));
    }

    public final B pool(PoolWindow pool) {
        pools.add(pool);
        return self();
    }

    /** What may hold a connection in other flows. */
    public final B elsewhere(double threads, double events) {
        threadsElsewhere = threads;
        transactionsElsewhere = events;
        return self();
    }

    /** @param share of the time, in which garbage collections stop the application */
    public final B collection(double share) {
        collection = share;
        return self();
    }

    /** The share of the time for which the limit of a container stops this process. */
    public final B stopped(double share) {
        stopped = OptionalDouble.of(share);
        return self();
    }

    /** @param share of the time, in which the garbage collector works while the application runs */
    public final B concurrentCollection(double share) {
        concurrent = share;
        return self();
    }

    /** The number of threads outside of flows that seem to wait for work. */
    public final B idle(double threads) {
        idleThreads = threads;
        return self();
    }

    /** @param transactions number of events of the flow that wait within a transaction */
    final HostWindow host(FlowWindow flow, double transactions) {
        return new HostWindow(
                processors,
                OptionalDouble.of(process),
                OptionalDouble.of(system),
                OptionalDouble.of(runnable),
                pressure,
                stopped,
                OptionalDouble.of(compiler),
                OptionalDouble.of(own),
                collection,
                concurrent,
                new ConnectionHolders(
                        flow.holders().threads() + threadsElsewhere, transactions + transactionsElsewhere, idleThreads),
                pools);
    }
}
