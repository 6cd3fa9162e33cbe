package io.concor.experiments.durable.scenario;

import io.concor.experiments.durable.subject.BeforeEffect;
import io.concor.experiments.durable.subject.EffectTask;
import io.concor.experiments.durable.subject.Subject;
import io.concor.experiments.durable.subject.SubjectArguments;
import io.concor.experiments.durable.subject.SubjectMain;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Main class of a process with a subject and a load that obeys orders from standard input, a word a line:
 *
 * <ul>
 *   <li>{@code load}: begin to put
 *   <li>{@code elsewhere COUNT}: other processes have handled so many events so far, which do not wait any longer
 *   <li>{@code waiting}: the answer is {@code waiting COUNT}
 *   <li>{@code stop}: stop in order and end. The answer is {@code stopped NANOS}
 * </ul>
 *
 * <p>It prints {@code ready} once, and then what {@link LoadReporter} reports. It halts at the end of standard input.
 */
public final class LoadMain {

    static final String READY = "ready";
    static final String LOAD = "load";
    static final String ELSEWHERE = "elsewhere";
    static final String WAITING = "waiting";
    static final String STOP = "stop";
    static final String STOPPED = "stopped";

    private LoadMain() {}

    /** Runs until it has to stop. */
    public static void main(String[] arguments) throws Exception {
        PrintStream answers = new PrintStream(System.out, true, StandardCharsets.US_ASCII);
        System.setOut(System.err);
        ProcessLoad load = ProcessLoad.parse(arguments);
        SubjectArguments parsed =
                SubjectArguments.parse(Arrays.copyOfRange(arguments, ProcessLoad.ARGUMENTS, arguments.length));
        LoadReporter reporter = new LoadReporter(answers, load);
        EffectTask task = new EffectTask(parsed.settings().process(), before(load, parsed), reporter::handled);
        Subject subject = SubjectMain.start(parsed, task);
        reporter.start();
        answers.println(READY);
        obey(new ProcessLoadRunner(load, subject, reporter, answers), reporter, subject, answers);
    }

    private static BeforeEffect before(ProcessLoad load, SubjectArguments subject) {
        if (load.kind() == ProcessLoad.Kind.FILL) {
            return BeforeEffect.endless();
        }
        return load.failPercent() > 0
                ? BeforeEffect.failure(load.failPercent())
                : BeforeEffect.pause(subject.settings());
    }

    private static void obey(ProcessLoadRunner runner, LoadReporter reporter, Subject subject, PrintStream answers)
            throws Exception {
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            String[] words = order.split(" ");
            switch (words[0]) {
                case LOAD -> runner.start();
                case ELSEWHERE -> reporter.handledElsewhere(Long.parseLong(words[1]));
                case WAITING -> answers.println(WAITING + " " + subject.waiting());
                case STOP -> {
                    long start = System.nanoTime();
                    subject.close();
                    answers.println(STOPPED + " " + (System.nanoTime() - start));
                }
                default -> throw new IllegalArgumentException("Unknown order " + order);
            }
        }
        Runtime.getRuntime().halt(0);
    }
}
