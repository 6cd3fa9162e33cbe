package io.concor.experiments.clientqueues.report;

import io.concor.experiments.report.NumberFormats;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The result of an experiment next to what the report says, in Markdown. */
final class ExperimentPage {

    private final ReportExperiment experiment;
    private final Plan plan;
    private final Result result;
    private final Map<String, String> facts;

    /**
     * @param facts commit and machine
     */
    ExperimentPage(ReportExperiment experiment, Plan plan, Result result, Map<String, String> facts) {
        this.experiment = experiment;
        this.plan = plan;
        this.result = result;
        this.facts = facts;
    }

    String markdown() {
        ReportedAnswer reported = ReportedAnswer.of(experiment);
        List<String> paragraphs = new ArrayList<>();
        paragraphs.add("## " + experiment.title());
        paragraphs.add(reported.question());
        paragraphs.add("The report: " + reported.setup() + ". Hypothesis: " + reported.hypothesis() + " Result: "
                + reported.finding());
        paragraphs.add("Here: " + setup() + ".");
        paragraphs.addAll(tables());
        paragraphs.add(messages());
        paragraphs.add("Measured on: " + words(facts) + ", " + words(result.database())
                + ". Clients, servers and database share this machine.");
        paragraphs.add("Raw data, a line for each second: " + String.join(", ", result.files()) + ".");
        return paragraphs.stream().map(String::strip).collect(Collectors.joining("\n\n", "", "\n"));
    }

    private static String words(Map<String, String> facts) {
        return facts.entrySet().stream()
                .map(fact -> fact.getKey() + " " + fact.getValue())
                .collect(Collectors.joining(", "));
    }

    private String setup() {
        String times = "messages of " + size() + " characters in " + Plan.QUEUES + " queues; each value for "
                + plan.seconds() + " s in " + plan.rounds() + (plan.rounds() == 1 ? " round" : " rounds");
        String warmUp = " after " + plan.warmUpSeconds() + " s of warm-up";
        if (plan instanceof LivePlan live) {
            return live.clients() + " clients; 1 server with " + Bench.THREADS
                    + " threads and connections, of which " + live.setting().title()
                    + " change while the clients go on, without a restart; " + times + "," + warmUp
                    + "; the first 2 s after a change are not counted";
        }
        return ((LoadPlan) plan)
                        .benches().stream()
                                .map(bench -> clients(bench) + " clients on " + bench.words())
                                .distinct()
                                .collect(Collectors.joining("; "))
                + "; " + times + ", each" + warmUp
                + ", three times as long after a start, and once more for each further server";
    }

    private static String clients(Bench bench) {
        return range(bench.points().stream().map(LoadPoint::clients).toList());
    }

    private String size() {
        return plan instanceof LoadPlan loads
                ? range(loads.benches().stream()
                        .flatMap(bench -> bench.points().stream().map(LoadPoint::messageSize))
                        .toList())
                : Integer.toString(Plans.MESSAGE_SIZE);
    }

    private static String range(List<Integer> values) {
        int least = values.stream().min(Integer::compare).orElse(0);
        int most = values.stream().max(Integer::compare).orElse(0);
        String text = NumberFormats.whole(least);
        return least == most ? text : text + " to " + NumberFormats.whole(most);
    }

    private List<String> tables() {
        if (result instanceof LiveResult live) {
            return List.of(live.table());
        }
        LoadResult loads = (LoadResult) result;
        LoadTables common = new LoadTables((LoadPlan) plan, loads);
        List<String> tables = new ArrayList<>(List.of(common.results(), common.places()));
        tables.addAll(ownTables(loads));
        return tables;
    }

    private List<String> ownTables(LoadResult loads) {
        return switch (experiment) {
            case STABILITY -> {
                TraceTables trace = new TraceTables(loads.runs().get(0).median());
                yield List.of(trace.law(), trace.points(), trace.calls(), trace.minutes());
            }
            case MESSAGE_SIZES -> List.of(CheckpointTable.of(loads));
            case SPEED_UP -> List.of(new ScalingTables(loads).speedUp());
            case SCALE_UP -> List.of(new ScalingTables(loads).scaleUp());
            case SCALE_OUT -> List.of(new ScalingTables(loads).scaleOut());
            case CONNECTIONS, THREADS, THREADS_AND_CONNECTIONS, CLIENTS, CLIENT_PROCESSES -> List.of();
        };
    }

    private String messages() {
        List<LoadSummary> loads = result.loads();
        List<String> sentences = new ArrayList<>();
        sentences.add((result.isCorrect() ? "Correct: " : "NOT CORRECT: ")
                + NumberFormats.whole(
                        loads.stream().mapToLong(LoadSummary::acknowledged).sum())
                + " messages acknowledged, "
                + loads.stream().mapToLong(LoadSummary::lost).sum() + " lost, "
                + loads.stream().mapToLong(LoadSummary::twice).sum() + " twice, "
                + loads.stream().mapToLong(LoadSummary::wrong).sum() + " wrong.");
        Map<String, Long> errors = loads.stream()
                .flatMap(load -> load.errorsByReason().entrySet().stream())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Long::sum, TreeMap::new));
        if (!errors.isEmpty()) {
            sentences.add("Requests that failed or were refused: " + errors + ".");
        }
        loads.forEach(load -> sentences.addAll(load.examples()));
        return String.join(" ", sentences);
    }
}
