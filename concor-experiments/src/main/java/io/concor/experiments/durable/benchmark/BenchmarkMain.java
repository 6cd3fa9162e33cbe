package io.concor.experiments.durable.benchmark;

import com.sun.management.OperatingSystemMXBean;
import io.concor.experiments.durable.subject.BeforeEffect;
import io.concor.experiments.durable.subject.EffectTask;
import io.concor.experiments.durable.subject.Subject;
import io.concor.experiments.durable.subject.SubjectArguments;
import io.concor.experiments.durable.subject.SubjectMain;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Main class of a process with a subject and its load. It prints {@code from} and {@code until} around the measured
 * window, so that the counters of the database are read at the same moments, and then {@code result} with the figures.
 */
public final class BenchmarkMain {

    /** Printed instead of a result. */
    static final String UNSUPPORTED = "unsupported";

    private BenchmarkMain() {}

    /** Runs one load. The process halts at the end: it leaves what waits. */
    public static void main(String[] arguments) throws Exception {
        PrintStream answers = new PrintStream(System.out, true, StandardCharsets.US_ASCII);
        System.setOut(System.err);
        LoadSettings load = LoadSettings.parse(arguments);
        SubjectArguments subject =
                SubjectArguments.parse(Arrays.copyOfRange(arguments, LoadSettings.ARGUMENTS, arguments.length));
        Recorder recorder = new Recorder();
        EffectTask task =
                new EffectTask(subject.settings().process(), BeforeEffect.pause(subject.settings()), recorder::handled);
        Subject started = SubjectMain.start(subject, task);
        if (supports(started, load.scenario())) {
            new Load(load, started, recorder).start();
            measure(load, recorder, answers);
        } else {
            answers.println(UNSUPPORTED);
        }
        Runtime.getRuntime().halt(0);
    }

    private static boolean supports(Subject subject, Scenario scenario) {
        return scenario == Scenario.TRANSACTIONS ? subject.joinsTransactions() : subject.handles();
    }

    private static void measure(LoadSettings load, Recorder recorder, PrintStream answers) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(load.warmUp().toMillis());
        answers.println("from");
        recorder.measure();
        long start = System.nanoTime();
        long cpu = cpuNanos();
        long handled = handled(load, recorder);
        TimeUnit.MILLISECONDS.sleep(load.time().toMillis());
        long count = handled(load, recorder) - handled;
        long cpuUsed = cpuNanos() - cpu;
        long nanos = System.nanoTime() - start;
        answers.println("until");
        answers.printf(
                Locale.ROOT,
                "result %d %d %d %.3f %.3f%n",
                count,
                nanos,
                cpuUsed,
                recorder.millis(0.5),
                recorder.millis(0.99));
    }

    private static long handled(LoadSettings load, Recorder recorder) {
        return load.scenario() == Scenario.TRANSACTIONS ? recorder.put() : recorder.handled();
    }

    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }
}
