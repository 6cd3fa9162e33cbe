package io.concor.diagnosis;

import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.diagnosis.signal.ConnectionPools;
import io.concor.manage.Manager;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A flow that more events enter than it can handle, and its diagnosis. */
final class OverloadedFlow implements AutoCloseable {

    private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final Manager manager;
    private volatile Flow<Integer, Integer> flow;
    private final Diagnosis diagnosis;
    private final Thread sender = new Thread(this::send, "sender");
    private volatile boolean sending = true;

    OverloadedFlow(FlowBuilder<Integer, Integer> builder) {
        this(new Manager(), builder);
    }

    OverloadedFlow(Manager manager, FlowBuilder<Integer, Integer> builder) {
        this.manager = manager;
        flow = builder.build();
        manager.register(flow);
        diagnosis = Diagnosis.start(manager, ConnectionPools.NONE, name -> Goal.NONE);
        sender.start();
    }

    private void send() {
        while (sending) {
            if (!flow.tryApply(1)) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** Closes the flow and registers another one of the same name. */
    void replace(FlowBuilder<Integer, Integer> builder) {
        flow.close();
        flow = builder.build();
        manager.register(flow);
    }

    Manager manager() {
        return manager;
    }

    Diagnosis diagnosis() {
        return diagnosis;
    }

    /** A task that waits, as for a remote system. A single park may end early: the pool wakes its threads. */
    static Integer sleep(Integer message, long micros) {
        long end = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(micros);
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        return message;
    }

    @Override
    public void close() throws InterruptedException {
        sending = false;
        sender.join();
        diagnosis.close();
        flow.close();
    }
}
