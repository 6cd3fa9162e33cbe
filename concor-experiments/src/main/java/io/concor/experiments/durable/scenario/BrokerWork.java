package io.concor.experiments.durable.scenario;

import io.concor.experiments.durable.broker.BrokerCluster;
import io.concor.experiments.durable.broker.BrokerCounters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What one to four processes ask of the broker while nothing is put, and then while the first one puts at a fixed rate and all of
 * them handle. It prints what that is, and returns how much.
 */
public final class BrokerWork implements ProcessScenario {

    private static final int MOST_PROCESSES = 4;
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final double PERCENT_OF_MILLIS = 0.1;

    /** What was done in some time. */
    private record Work(BrokerCounters broker, double seconds, double events) {

        double requestsPerSecond() {
            return broker.traffic().count() / seconds;
        }
    }

    @Override
    public Map<String, Double> run(ScenarioRun run) throws InterruptedException {
        BrokerCluster brokers = run.brokers(1);
        List<LoadProcess> processes = new ArrayList<>();
        Map<String, Double> figures = new LinkedHashMap<>();
        rest(run, brokers, processes, figures);
        while (processes.size() < MOST_PROCESSES) {
            processes.add(start(run, processes.size() + 1));
            rest(run, brokers, processes, figures);
        }
        processes.get(0).order(LoadMain.LOAD);
        ScenarioRun.sleep(run.settings().warmUp(), processes);
        Work work = measure(run, brokers, processes);
        run.print("%d processes, %s events/s, for each event: %s; broker %s µs CPU, %s bytes of log"
                .formatted(
                        processes.size(),
                        format(work.events / work.seconds),
                        work.broker.traffic().per(work.events),
                        format(TimeUnit.MILLISECONDS.toMicros(work.broker.cpuMillis()) / work.events),
                        format(work.broker.logBytes() / work.events)));
        figures.put("at the rate, requests/s", work.requestsPerSecond());
        return figures;
    }

    private static LoadProcess start(ScenarioRun run, int number) throws InterruptedException {
        ProcessLoad load = number == 1 ? ProcessLoad.paced(run.settings().perSecond()) : ProcessLoad.none();
        return run.start("process-" + number, load, Map.of());
    }

    private static void rest(
            ScenarioRun run, BrokerCluster brokers, List<LoadProcess> processes, Map<String, Double> figures)
            throws InterruptedException {
        ScenarioRun.sleep(run.settings().warmUp());
        Work work = measure(run, brokers, processes);
        run.print("%d processes at rest, for each second: %s; broker %s %% CPU, %s bytes of log, %d connections"
                .formatted(
                        processes.size(),
                        work.broker.traffic().per(work.seconds),
                        format(work.broker.cpuMillis() * PERCENT_OF_MILLIS / work.seconds),
                        format(work.broker.logBytes() / work.seconds),
                        brokers.connections()));
        figures.put(processes.size() + " at rest, requests/s", work.requestsPerSecond());
    }

    private static Work measure(ScenarioRun run, BrokerCluster brokers, List<LoadProcess> processes)
            throws InterruptedException {
        List<LoadProcess.Progress> before =
                processes.stream().map(LoadProcess::progress).toList();
        BrokerCounters from = brokers.counters();
        long start = System.nanoTime();
        ScenarioRun.sleep(run.settings().time(), processes);
        double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
        double perSecond = 0;
        for (int i = 0; i < processes.size(); i++) {
            perSecond += processes.get(i).progress().perSecondSince(before.get(i));
        }
        return new Work(brokers.counters().minus(from), seconds, perSecond * seconds);
    }

    private static String format(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
