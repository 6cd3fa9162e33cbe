package io.concor.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs every benchmark and load as briefly as possible and writes its table. The figures have no meaning. */
@Timeout(600) // against hanging only
@Tag("full")
class EveryBenchmarkTest {

    @TempDir
    private Path folder;

    private final StringWriter printed = new StringWriter();

    private ChainedOptionsBuilder shortest(String benchmark) {
        return new OptionsBuilder()
                .include(benchmark)
                .forks(0)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(10))
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true)
                .param("tokens", "100")
                .resultFormat(ResultFormatType.JSON)
                .result(results().toString());
    }

    private Path results() {
        return folder.resolve("results.json");
    }

    private void table(String rows, String column) {
        assertThat(run("table", "smoke", results().toString(), "--rows=" + rows, "--columns=" + column + "=figure"))
                .isZero();
    }

    private int run(String... arguments) {
        return Benchmarks.commandLine().setOut(new PrintWriter(printed)).execute(arguments);
    }

    @ParameterizedTest
    @CsvSource({
        "FusedBenchmark, variant, 10",
        "StagesBenchmark, variant, 24",
        "WorkersBenchmark, variant, 26",
        "MoFlowBenchmark, variant, 26",
        "FlowsBenchmark, 'variant,flows', 9",
        "KeyedBenchmark, 'keys,variant', 10",
        "BatchBenchmark, variant, 3",
        "PropagationBenchmark, held, 5",
        "TransactionBenchmark, callbacks, 2",
        "ObservationBenchmark, 'registry,burst', 6"
    })
    void runsEachJmhBenchmark(String benchmark, String rows, int count) throws Exception {
        assertThat(new Runner(shortest(benchmark).build()).run()).hasSize(count);

        table(rows, "score");
        assertThat(printed.toString()).contains(rows.replace(",", ", ")).doesNotContain("NaN");
        assertThat(printed.toString().lines().filter(line -> line.startsWith("| ")))
                .hasSize(count + 1);
    }

    @Test
    void runsEachInstrumentation() throws Exception {
        new Runner(shortest("FusedBenchmark")
                        .param("variant", "concor")
                        .param("instrumentation", "sampled", "always", "timer", "observation")
                        .build())
                .run();

        table("instrumentation", "score");
        assertThat(printed.toString()).contains("| sampled |", "| always |", "| timer |", "| observation |");
    }

    @Test
    void runsSeveralSendersThatAllocateTheirEvents() throws Exception {
        new Runner(shortest("FusedBenchmark|StagesBenchmark|WorkersBenchmark")
                        .param("variant", "concor", "executor")
                        .param("senders", "3")
                        .param("events", "allocated")
                        .exclude("FusedBenchmark")
                        .build())
                .run();
        table("variant,senders,events", "score");
        new Runner(shortest("FusedBenchmark")
                        .param("variant", "concor")
                        .param("senders", "2")
                        .param("events", "allocated")
                        .threads(2)
                        .build())
                .run();
        table("variant,senders,events", "score");

        assertThat(printed.toString())
                .contains("| executor, 3, allocated |", "| concor, 2, allocated |")
                .doesNotContain("NaN");
    }

    @ParameterizedTest
    @CsvSource({
        "StagesBenchmark, senders, 2, reactor takes events from one sender only",
        "FusedBenchmark, senders, 2, 'senders is 2, but JMH has 1 threads: add -t 2'",
        "WorkersBenchmark, tokens, 0, tokens is 0: it must be the positive number that the command calibrate prints"
    })
    void rejectsAnUnsuitableParameter(String benchmark, String parameter, String value, String message) {
        Options options = new OptionsBuilder()
                .parent(shortest(benchmark).param("variant", "reactor").build())
                .param(parameter, value)
                .build();

        assertThatThrownBy(() -> new Runner(options).run()).hasStackTraceContaining(message);
    }

    @ParameterizedTest
    @CsvSource({
        "latency --shape=STAGES --warm-up=0 --seconds=0.1, variant, p99Micros, concor",
        "latency --shape=MO_FLOW --variant=executor --park --warm-up=0 --seconds=0.1, variant, cpuPercent, executor",
        "idle --flows=2 --seconds=0.1, flows, cpuPercent, 2",
        "exchange --rounds=1 --rate=1000 --pause-millis=20, change, fewestFirst, put-in",
        "exchange --surroundings=engine --rounds=1 --rate=1000 --pause-millis=20, surroundings, fewestFirst, engine",
        "grow --rounds=1 --rate=10000 --from=2 --to=3 --seconds=1, change, fewestWorst, grow"
    })
    void runsEachLoad(String load, String rows, String column, String row) throws Exception {
        assertThat(run(load.split(" "))).isZero();

        Files.writeString(results(), printed.toString());
        table(rows, column);
        assertThat(printed.toString()).contains("| %s | ".formatted(row));
    }

    @Test
    void listsTheVariantsThatSuitAShape() {
        assertThat(run("variants", "FUSED")).isZero();

        assertThat(printed.toString().strip().split(","))
                .contains("concor", "plain", "reactor")
                .doesNotContain("queue")
                .allMatch(variant -> variant.equals(variant.toLowerCase(Locale.ROOT)));
    }

    @Test
    void listsTheVariantsThatTakeSeveralSenders() {
        assertThat(run("variants", "STAGES", "--senders=2")).isZero();

        assertThat(printed.toString().strip().split(","))
                .contains("concor", "executor")
                .doesNotContain("reactor");
    }

    @Test
    void printsTheWorkOfFiveMicroseconds() {
        assertThat(run("calibrate")).isZero();

        assertThat(Long.parseLong(printed.toString().strip())).isPositive();
    }

    @Test
    void describesTheMachine() {
        assertThat(run("machine")).isZero();

        assertThat(printed.toString())
                .contains("| processors |", "| host |")
                .containsPattern("\\| Disruptor \\| \\d+\\.");
    }
}
