package io.concor.experiments.durable.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One process puts and handles; more join in to handle. What all of them handle is measured with one process, two and so on. */
public final class Shared implements ProcessScenario {

    private final boolean paced;
    private final int mostProcesses;

    /**
     * @param paced whether events are put at a fixed rate, and latencies are measured; else as many as are handled
     * @param mostProcesses how many there are in the end
     */
    public Shared(boolean paced, int mostProcesses) {
        this.paced = paced;
        this.mostProcesses = mostProcesses;
    }

    @Override
    public Map<String, Double> run(ScenarioRun run) throws InterruptedException {
        ScenarioSettings settings = run.settings();
        List<LoadProcess> processes = new ArrayList<>();
        processes.add(run.start("puts", load(settings), Map.of()));
        processes.get(0).order(LoadMain.LOAD);
        Map<String, Double> figures = new LinkedHashMap<>();
        while (true) {
            ScenarioRun.sleep(settings.warmUp(), processes);
            measure(run, processes, figures);
            if (processes.size() == mostProcesses) {
                figures.put("double", run.doubles());
                return figures;
            }
            processes.add(run.start("handles-" + processes.size(), others(), Map.of()));
        }
    }

    private ProcessLoad load(ScenarioSettings settings) {
        return paced
                ? ProcessLoad.paced(settings.perSecond()).withTimes()
                : ProcessLoad.saturated(settings.callers(), settings.batch());
    }

    private ProcessLoad others() {
        return paced ? ProcessLoad.none().withTimes() : ProcessLoad.none();
    }

    private void measure(ScenarioRun run, List<LoadProcess> processes, Map<String, Double> figures)
            throws InterruptedException {
        long from = System.nanoTime();
        double rate = rate(run, processes);
        long until = System.nanoTime();
        String with = processes.size() == 1 ? "1 process, " : processes.size() + " processes, ";
        if (!paced) {
            figures.put(with + "events/s", rate);
            return;
        }
        Times times = new Times(times(processes, from, until));
        figures.put(with + "p50 ms", times.millis(0.5));
        figures.put(with + "p99 ms", times.millis(0.99));
    }

    private static double rate(ScenarioRun run, List<LoadProcess> processes) throws InterruptedException {
        List<LoadProcess.Progress> before =
                processes.stream().map(LoadProcess::progress).toList();
        ScenarioRun.sleep(run.settings().time(), processes);
        double rate = 0;
        for (int i = 0; i < processes.size(); i++) {
            rate += processes.get(i).progress().perSecondSince(before.get(i));
        }
        return rate;
    }

    private static List<Long> times(List<LoadProcess> processes, long from, long until) {
        List<Long> times = new ArrayList<>();
        processes.get(0).puts().forEach((number, due) -> processes.stream()
                .map(process -> process.handled().get(number))
                .filter(handled -> handled != null && due >= from && due < until)
                .forEach(handled -> times.add(handled - due)));
        return times;
    }
}
