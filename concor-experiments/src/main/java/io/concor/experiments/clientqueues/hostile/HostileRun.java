package io.concor.experiments.clientqueues.hostile;

import io.concor.experiments.clientqueues.testbed.ClientLoad;
import io.concor.experiments.clientqueues.testbed.QueueServerProcess;
import io.concor.experiments.clientqueues.testbed.QueueServers;
import io.concor.experiments.clientqueues.testbed.ServerState;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.experiments.testbed.Workspace;
import io.concor.simulator.queues.QueuesOutcome;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/** Measures clients of one server alone, next to hostile ones, and after those have gone. For one thread. */
final class HostileRun {

    private static final long TICK_MILLIS = 200;
    private static final double ENOUGH_WAITING = 0.95;

    /** How long it takes a server to answer a receive that has waited, beyond its time. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    private final HostileSettings settings;
    private final Workspace workspace;
    private final Consumer<String> progress;

    HostileRun(HostileSettings settings, Workspace workspace, Consumer<String> progress) {
        this.settings = settings;
        this.workspace = workspace;
        this.progress = progress;
    }

    HostileResult run() {
        try (QueueServers servers =
                QueueServers.start(workspace, workspace.folder("client-queues", "hostile"), 1, settings.servers())) {
            progress.accept(servers.database().requireDurable().toString());
            QueueServerProcess server = servers.all().get(0);
            HostilePhase alone = measure("alone", servers, settings.warmUpSeconds());
            server.register(settings.hostileAccounts(), settings.hostile());
            ServerState before = server.state();
            HostilePhase attacked;
            AttackOutcomes outcomes;
            int waiting;
            try (HostileClients hostile = HostileClients.start(settings, server.address())) {
                outcomes = hostile.outcomes();
                waiting = awaitWaiting(server, count -> count >= ENOUGH_WAITING * settings.waiting());
                progress.accept(waiting + " receives of hostile clients wait; " + outcomes.total() + " attacks ended");
                attacked = measure("under attack", servers, 0);
            }
            awaitWaiting(server, count -> count == 0);
            ServerState left = server.state();
            HostilePhase after = measure("afterwards", servers, 0);
            return new HostileResult(settings, alone, attacked, after, outcomes, waiting, before, left);
        }
    }

    private HostilePhase measure(String title, QueueServers servers, int notCountedSeconds) {
        QueueServerProcess server = servers.all().get(0);
        long begin = System.nanoTime();
        Duration before = server.cpu();
        QueuesOutcome outcome = ClientLoad.run(settings.load(servers.addresses(), notCountedSeconds));
        double processors = (double) server.cpu().minus(before).toNanos() / (System.nanoTime() - begin);
        HostilePhase phase = new HostilePhase(title, outcome, processors);
        progress.accept(title + ": " + phase.latencies());
        return phase;
    }

    /** Waits until as many receives wait as wanted, or for some time. Returns how many do. */
    private int awaitWaiting(QueueServerProcess server, IntPredicate wanted) {
        long end = System.nanoTime() + settings.patience().plus(GRACE).toNanos();
        int waiting = server.state().waiting();
        while (!wanted.test(waiting) && System.nanoTime() - end < 0) {
            sleep();
            waiting = server.state().waiting();
        }
        return waiting;
    }

    private static void sleep() {
        try {
            TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ExperimentException("The experiment was interrupted", interrupted);
        }
    }
}
