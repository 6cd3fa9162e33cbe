package io.concor.experiments.clientqueues.report;

import io.concor.experiments.clientqueues.LiveSteps;
import io.concor.experiments.clientqueues.testbed.ClientLoad;
import io.concor.experiments.clientqueues.testbed.LoadProcesses;
import io.concor.experiments.clientqueues.testbed.QueueServerProcess;
import io.concor.experiments.clientqueues.testbed.QueueServerSettings;
import io.concor.experiments.clientqueues.testbed.QueueServers;
import io.concor.experiments.report.NumberFormats;
import io.concor.experiments.testbed.Workspace;
import io.concor.simulator.queues.ClientLoadSettings;
import io.concor.simulator.queues.check.ClientRange;
import io.concor.simulator.queues.http.ConnectionSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** Runs the plan of an experiment, on databases and servers that it starts. For one thread. */
final class PlanRunner {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration DRAIN = Duration.ofMinutes(2);

    private final Workspace workspace;
    private final String name;
    private final RawFiles raw;
    private final Consumer<String> progress;

    /**
     * @param name what the names of the files begin with
     */
    PlanRunner(Workspace workspace, String name, RawFiles raw, Consumer<String> progress) {
        this.workspace = workspace;
        this.name = name;
        this.raw = raw;
        this.progress = progress;
    }

    Result run(Plan plan) {
        return plan instanceof LivePlan live ? runLive(live) : runLoads((LoadPlan) plan);
    }

    private LoadResult runLoads(LoadPlan plan) {
        Map<String, String> database = new LinkedHashMap<>();
        List<Measurement> all = new ArrayList<>();
        for (int number = 1; number <= plan.benches().size(); number++) {
            Bench bench = plan.benches().get(number - 1);
            try (QueueServers servers = start(bench, number)) {
                database.putAll(servers.database().requireDurable());
                all.addAll(runLoads(plan, bench, number, servers));
            }
        }
        return new LoadResult(database, all);
    }

    private QueueServers start(Bench bench, int number) {
        progress.accept("Starting " + bench.words());
        QueueServers servers = QueueServers.start(workspace, folder(number), bench.servers(), bench.settings());
        try {
            DatabaseSettings.change(servers.database(), bench.database());
            servers.all().forEach(server -> server.threads().accept(Bench.THREADS));
            return servers;
        } catch (RuntimeException failed) {
            servers.close();
            throw failed;
        }
    }

    private Path folder(int number) {
        return workspace.folder("client-queues-report", name + "-" + number);
    }

    private List<Measurement> runLoads(LoadPlan plan, Bench bench, int number, QueueServers servers) {
        ServerReadings readings = new ServerReadings(servers);
        List<Measurement> all = new ArrayList<>();
        for (int round = 1; round <= plan.rounds(); round++) { // so that a drift of the machine concerns all values
            for (LoadPoint point : bench.points()) {
                int warmUp = plan.warmUpSeconds(all.isEmpty(), bench.servers());
                ClientLoadSettings load = load(point, servers, warmUp, plan.seconds());
                LoadSummary summary = point.processes() == 0
                        ? inThisProcess(load, readings)
                        : inProcesses(load, point.processes(), readings, folder(number));
                String file = String.join(
                        "-", name, Integer.toString(number), Integer.toString(point.value()), Integer.toString(round));
                Measurement run = new Measurement(bench, point, summary, readings.report(), raw.write(file, summary));
                progress.accept(plan.variable() + " " + point.value() + ": "
                        + NumberFormats.whole(summary.requestsPerSecond()) + " requests per second; "
                        + run.servers().verdict());
                all.add(run);
            }
        }
        return all;
    }

    private static ClientLoadSettings load(LoadPoint point, QueueServers servers, int warmUpSeconds, int seconds) {
        return new ClientLoadSettings(
                new ConnectionSettings(servers.addresses(), TIMEOUT),
                new ClientRange(1, point.clients(), point.clients()),
                Plan.QUEUES,
                point.messageSize(),
                null,
                warmUpSeconds,
                seconds,
                0,
                DRAIN,
                1,
                QueueServerSettings.accounts(Bench.PREFIX),
                null);
    }

    private static LoadSummary inThisProcess(ClientLoadSettings load, ServerReadings readings) {
        readings.begin(load.seconds());
        return new LoadSummary(
                List.of(ProcessLoad.of(ClientLoad.run(load, second -> readings.secondEnded(second.second())))));
    }

    private static LoadSummary inProcesses(ClientLoadSettings load, int count, ServerReadings readings, Path folder) {
        try (LoadProcesses processes = LoadProcesses.start(load, Bench.PREFIX, count, folder)) {
            readings.begin(load.seconds());
            readings.moments().forEach(second -> {
                processes.await(second);
                readings.secondEnded(second);
            });
            return new LoadSummary(
                    processes.results().stream().map(ProcessLoad::of).toList());
        }
    }

    private LiveResult runLive(LivePlan plan) {
        LoadPoint point = new LoadPoint(plan.clients(), plan.clients(), Plans.MESSAGE_SIZE, 0);
        try (QueueServers servers = start(Bench.of(1, List.of(point)), 1)) {
            QueueServerProcess server = servers.all().get(0);
            LiveSteps steps = new LiveSteps(
                    plan.setting(),
                    plan.values(),
                    plan.rounds(),
                    plan.seconds(),
                    change(plan, server),
                    server.verdict());
            progress.accept(
                    "The " + plan.setting().title() + " change each " + plan.seconds() + " s, to " + plan.values());
            steps.begin();
            ClientLoadSettings load = load(point, servers, plan.warmUpSeconds(), steps.seconds());
            LoadSummary summary = new LoadSummary(List.of(ProcessLoad.of(ClientLoad.run(load, steps))));
            return new LiveResult(
                    servers.database().requireDurable(), steps.table(), summary, raw.write(name, summary));
        }
    }

    private static IntConsumer change(LivePlan plan, QueueServerProcess server) {
        IntConsumer change = value -> {};
        if (plan.setting().isOfConnections()) {
            change = change.andThen(server.connections());
        }
        return plan.setting().isOfThreads() ? change.andThen(server.threads()) : change;
    }
}
