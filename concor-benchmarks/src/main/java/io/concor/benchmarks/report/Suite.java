package io.concor.benchmarks.report;

import io.concor.benchmarks.jmh.FlowsBenchmark;
import io.concor.benchmarks.jmh.FusedBenchmark;
import io.concor.benchmarks.jmh.MoFlowBenchmark;
import io.concor.benchmarks.jmh.ObservationBenchmark;
import io.concor.benchmarks.jmh.PropagationBenchmark;
import io.concor.benchmarks.jmh.StagesBenchmark;
import io.concor.benchmarks.jmh.TransactionBenchmark;
import io.concor.benchmarks.jmh.WorkersBenchmark;
import io.concor.benchmarks.load.ExchangeCommand;
import io.concor.benchmarks.load.IdleCommand;
import io.concor.benchmarks.load.LatencyCommand;
import io.concor.benchmarks.load.LoadShape;
import io.concor.benchmarks.pipeline.Instrumentation;
import io.concor.benchmarks.pipeline.Shape;
import io.concor.benchmarks.pipeline.Shapes;
import io.concor.benchmarks.pipeline.Variant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** All tables of the report. A table shows the figures that the page needs; the JSON file has all that were measured. */
final class Suite {

    private static final String SATURATED = "saturated";
    private static final Column NANOS = Column.fraction("ns per event", JmhTrial.SCORE);
    private static final Column RATE = Column.whole("events per second", JmhTrial.SCORE);
    private static final Column CPU = Column.whole("CPU ns per event", JmhTrial.CPU);
    private static final Column BYTES = Column.fraction("bytes per event", JmhTrial.BYTES);

    private Suite() {}

    static List<Table> tables() {
        return List.of(
                fused(),
                stages(),
                latency("latency-2000", LoadShape.STAGES, 2_000),
                latency("latency-50000", LoadShape.STAGES, 50_000),
                saturated("workers", WorkersBenchmark.class, Shapes.workers(1)),
                saturated("mo-flow", MoFlowBenchmark.class, LoadShape.MO_FLOW.shape((event, done) -> {})),
                moFlowPaced(),
                instrumentation("sampling-fused", FusedBenchmark.class, NANOS),
                instrumentation("sampling-stages", StagesBenchmark.class, RATE),
                instrumentation("sampling-mo-flow", MoFlowBenchmark.class, RATE),
                components(),
                flows(),
                idle(),
                exchange(),
                propagation(),
                transactions(),
                observations());
    }

    private static Table fused() {
        List<Trial> trials = jmh(FusedBenchmark.class, Shapes.fused(8));
        return new Table("fused", "8 trivial tasks", List.of(NANOS, BYTES), trials);
    }

    private static Table stages() {
        List<Trial> trials = jmh(StagesBenchmark.class, Shapes.singles(4));
        return new Table("stages", SATURATED, List.of(RATE, CPU, BYTES), trials);
    }

    private static Table saturated(String name, Class<?> benchmark, Shape shape) {
        return new Table(name, SATURATED, List.of(RATE, CPU), jmh(benchmark, shape));
    }

    private static List<Trial> jmh(Class<?> benchmark, Shape shape) {
        return Variant.suiting(shape).stream()
                .map(Variant::toString)
                .<Trial>map(variant -> new JmhTrial(variant, benchmark, Map.of("variant", variant)))
                .toList();
    }

    private static Table latency(String name, LoadShape shape, int rate) {
        List<Trial> trials = new ArrayList<>();
        trials.add(load("(no hop: the machine itself)", LoadShape.FUSED, Variant.LOOP, rate, List.of()));
        Variant.suiting(Shapes.singles(4))
                .forEach(variant -> trials.add(load(variant.toString(), shape, variant, rate, List.of())));
        List<Column> columns = List.of(Column.whole("p50 µs", "p50Micros"), Column.whole("p99 µs", "p99Micros"));
        return new Table(name, rate + " events per second", columns, trials);
    }

    private static Table moFlowPaced() {
        List<Trial> trials = Variant.suiting(LoadShape.MO_FLOW.shape((event, done) -> {})).stream()
                .map(variant -> load(variant.toString(), LoadShape.MO_FLOW, variant, 5_000, List.of("--park")))
                .toList();
        List<Column> columns =
                List.of(Column.fraction("CPU, % of a core", "cpuPercent"), Column.whole("p99 µs", "p99Micros"));
        return new Table("mo-flow-5000", "5000 events per second", columns, trials);
    }

    private static Trial load(String row, LoadShape shape, Variant variant, int rate, List<String> more) {
        return new LoadTrial(row, "latency", LatencyCommand::new, effort -> {
            List<String> arguments = new ArrayList<>(more);
            arguments.add("--shape=" + shape);
            arguments.add("--variant=" + variant);
            arguments.add("--rate=" + rate);
            arguments.add("--warm-up=" + effort.warmUpSeconds());
            arguments.add("--seconds=" + effort.loadSeconds());
            return arguments;
        });
    }

    private static Table instrumentation(String name, Class<?> benchmark, Column score) {
        List<Trial> trials = Arrays.stream(Instrumentation.values())
                .<Trial>map(instrumentation -> new JmhTrial(
                        instrumentation.toString(),
                        benchmark,
                        Map.of("variant", "concor", "instrumentation", instrumentation.toString())))
                .toList();
        return new Table(name, "measured by", List.of(score, CPU), trials);
    }

    private static Table components() {
        List<Trial> trials = Stream.of("1", "4", "16", "64")
                .<Trial>map(components -> new JmhTrial(
                        components, FusedBenchmark.class, Map.of("variant", "concor", "components", components)))
                .toList();
        return new Table("components", "trivial tasks", List.of(NANOS, BYTES), trials);
    }

    private static Table flows() {
        List<Trial> trials = Stream.of("1", "10", "100")
                .<Trial>map(flows -> new JmhTrial(flows, FlowsBenchmark.class, Map.of("flows", flows)))
                .toList();
        return new Table("flows", "flows", List.of(RATE, CPU, BYTES), trials);
    }

    private static Table idle() {
        List<Trial> trials = Stream.of("0", "1", "100")
                .<Trial>map(flows -> new LoadTrial(
                        flows,
                        "idle",
                        IdleCommand::new,
                        effort -> List.of("--flows=" + flows, "--seconds=" + effort.loadSeconds())))
                .toList();
        return new Table("idle", "idle flows", List.of(Column.fraction("CPU, % of a core", "cpuPercent")), trials);
    }

    private static Table exchange() {
        Trial trial = new LoadTrial(
                        "", "exchange", ExchangeCommand::new, effort -> List.of("--rounds=" + effort.changes()))
                .byRows();
        List<Column> columns = List.of(
                Column.fraction("fewest in 10 ms, share of the rate, worst", "fewestWorst"),
                Column.fraction("fewest, first of the JVM", "fewestFirst"),
                Column.fraction("change took ms, median", "tookMedianMillis"),
                Column.fraction("took, first of the JVM", "tookFirstMillis"));
        return new Table("exchange", "change", columns, List.of(trial));
    }

    private static Table propagation() {
        List<Trial> trials = Stream.of("no-carrier", "nothing", "mdc", "observation", "mdc-and-observation")
                .<Trial>map(held -> new JmhTrial(held, PropagationBenchmark.class, Map.of("held", held)))
                .toList();
        List<Column> columns = List.of(
                Column.fraction("ns per boundary", JmhTrial.SCORE),
                Column.fraction("bytes per boundary", JmhTrial.BYTES));
        return new Table("propagation", "held by the event", columns, trials);
    }

    private static Table transactions() {
        List<Trial> trials = Stream.of("0", "3")
                .<Trial>map(callbacks ->
                        new JmhTrial(callbacks, TransactionBenchmark.class, Map.of("callbacks", callbacks)))
                .toList();
        List<Column> columns = List.of(
                Column.fraction("ns per boundary", JmhTrial.SCORE),
                Column.fraction("bytes per boundary", JmhTrial.BYTES));
        return new Table("transactions", "callbacks registered", columns, trials);
    }

    private static Table observations() {
        List<Trial> trials = Stream.of("no-registry", "no-handler", "handler")
                .flatMap(registry -> Stream.of("3", "128")
                        .<Trial>map(burst -> new JmhTrial(
                                registry + ", " + burst + " of 128",
                                ObservationBenchmark.class,
                                Map.of("registry", registry, "burst", burst))))
                .toList();
        return new Table("observations", "observed by, sampled events", List.of(NANOS, BYTES), trials);
    }
}
