package io.concor.experiments.clientqueues.testbed;

import io.concor.experiments.testbed.ExperimentException;
import io.concor.simulator.queues.ClientLoadSettings;
import io.concor.simulator.queues.QueuesOutcome;
import io.concor.simulator.queues.QueuesRun;
import io.concor.simulator.queues.QueuesSecond;
import io.concor.simulator.queues.SetupException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/** A run of clients of the simulator, in a thread of its own. Thread-safe. */
public final class ClientLoad implements AutoCloseable {

    private final QueuesRun run;
    private final CompletableFuture<Object> begun = new CompletableFuture<>();
    private final CompletableFuture<QueuesOutcome> outcome;

    private ClientLoad(QueuesRun run) {
        this.run = run;
        this.outcome = CompletableFuture.supplyAsync(() -> run(run, begun::complete), ClientLoad::inThread);
    }

    /** Starts a run. */
    public static ClientLoad start(ClientLoadSettings settings) {
        return new ClientLoad(new QueuesRun(settings));
    }

    /** Runs clients to the end. */
    public static QueuesOutcome run(ClientLoadSettings settings) {
        return run(settings, second -> {});
    }

    /**
     * Runs clients to the end.
     *
     * @param listener receives each second when it has ended
     * @throws ExperimentException if the clients could not be registered, or the queues could not be created
     */
    public static QueuesOutcome run(ClientLoadSettings settings, Consumer<QueuesSecond> listener) {
        return run(new QueuesRun(settings), listener);
    }

    private static QueuesOutcome run(QueuesRun run, Consumer<QueuesSecond> listener) {
        try {
            return run.run(listener);
        } catch (SetupException e) {
            throw new ExperimentException(String.valueOf(e.getMessage()), e);
        }
    }

    private static void inThread(Runnable task) {
        Thread thread = new Thread(task, "client-load");
        thread.setDaemon(true);
        thread.start();
    }

    /** Waits until clients and queues are set up, and the load has lasted a second. Fails if the setup does. */
    public void awaitBegin() {
        join(CompletableFuture.anyOf(begun, outcome));
    }

    /** Waits for the end, and returns the outcome. Fails if the setup has failed. */
    public QueuesOutcome outcome() {
        return join(outcome);
    }

    private static <T> T join(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException failed) {
            throw failed.getCause() instanceof ExperimentException known ? known : failed;
        }
    }

    /** Ends the load early. The clients receive what is left. */
    public void stop() {
        run.stop();
    }

    @Override
    public void close() {
        stop();
    }
}
