package io.concor.experiments.clientqueues.kill;

import io.concor.experiments.clientqueues.testbed.ClientLoad;
import io.concor.experiments.clientqueues.testbed.QueueServerProcess;
import io.concor.experiments.clientqueues.testbed.QueueServerSettings;
import io.concor.experiments.clientqueues.testbed.QueueServers;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.experiments.testbed.Workspace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Runs clients of two servers on one database, and kills the servers in turn and the database once. What is killed is started again at
 * once; a server is killed when the one before it answers again. For one thread.
 */
final class KillRun {

    private static final int SERVERS = 2;

    private final KillSettings settings;
    private final Workspace workspace;
    private final Consumer<String> progress;

    KillRun(KillSettings settings, Workspace workspace, Consumer<String> progress) {
        this.settings = settings;
        this.workspace = workspace;
        this.progress = progress;
    }

    /** Runs it. Fails if a server does not answer again. */
    KillResult run() {
        try (QueueServers servers =
                QueueServers.start(workspace, workspace.folder("client-queues", "kill"), SERVERS, settings.servers())) {
            progress.accept(servers.database().requireDurable().toString());
            try (ClientLoad automatic = start(Acknowledgement.AUTOMATIC, servers);
                    ClientLoad explicit = start(Acknowledgement.EXPLICIT, servers)) {
                automatic.awaitBegin();
                explicit.awaitBegin();
                List<KillEvent> kills = kill(servers);
                automatic.stop();
                explicit.stop();
                return new KillResult(
                        kills,
                        Map.of(
                                Acknowledgement.AUTOMATIC, automatic.outcome(),
                                Acknowledgement.EXPLICIT, explicit.outcome()));
            }
        }
    }

    private ClientLoad start(Acknowledgement mode, QueueServers servers) {
        return ClientLoad.start(settings.load(mode, servers.addresses()));
    }

    /** Kills what is planned. A kill that is late because servers took long to start is left out, unless it is the first of its kind. */
    private List<KillEvent> kill(QueueServers servers) {
        long begin = System.nanoTime();
        List<KillEvent> events = new ArrayList<>();
        Set<Integer> killed = new HashSet<>();
        for (PlannedKill planned : PlannedKill.plan(settings.load(), settings.every(), SERVERS)) {
            sleep(planned.after().minus(since(begin)));
            Duration after = since(begin);
            if (killed.add(planned.target()) || after.compareTo(settings.load()) < 0) {
                KillEvent event = new KillEvent(after, planned.target(), kill(planned.target(), servers));
                progress.accept(event.line());
                events.add(event);
            }
        }
        sleep(settings.load().minus(since(begin)));
        return events;
    }

    /** Returns how long it took until the servers answered that may not have. */
    private static Map<Integer, Duration> kill(int target, QueueServers servers) {
        long killed = System.nanoTime();
        if (target == PlannedKill.DATABASE) {
            servers.database().kill();
            servers.database().restart();
            return answered(IntStream.range(0, SERVERS), servers, killed);
        }
        servers.all().get(target).killAndRestart();
        return answered(IntStream.of(target), servers, killed);
    }

    private static Map<Integer, Duration> answered(IntStream awaited, QueueServers servers, long killed) {
        String login =
                QueueServerSettings.accounts(Acknowledgement.AUTOMATIC.prefix()).authorization(1);
        Map<Integer, Duration> answered = new ConcurrentHashMap<>();
        CompletableFuture<?>[] all = awaited.mapToObj(number -> CompletableFuture.runAsync(() -> {
                    QueueServerProcess server = servers.all().get(number);
                    server.awaitAnswer(login);
                    answered.put(number, since(killed));
                }))
                .toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(all).join();
        } catch (CompletionException failed) {
            throw failed.getCause() instanceof ExperimentException reason ? reason : failed;
        }
        return answered;
    }

    private static Duration since(long nanoTime) {
        return Duration.ofNanos(System.nanoTime() - nanoTime);
    }

    private static void sleep(Duration time) {
        try {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ExperimentException("The experiment was interrupted", interrupted);
        }
    }
}
