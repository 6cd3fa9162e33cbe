package io.concor.soak;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;

/**
 * Sends numbered events through flows of several shapes while slots change at random, faults are injected, threads are
 * interrupted, and flows are stopped and started. Checks that each event ends exactly once, in order where that is
 * guaranteed, and that no single-threaded task overlaps with itself.
 *
 * <p>Run it by {@code mvn -q -Psoak -pl concor-core verify -Dsoak.duration=30m}. The exit code is 0 if nothing was found,
 * 1 if a guarantee was violated, and 2 if an option is invalid.
 */
public final class Soak {

    private static final int VIOLATED = 1;
    private static final int INVALID_OPTION = 2;
    private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final SoakOptions options;
    private final PrintStream out;
    private final Findings findings = new Findings();
    private final SoakCounters counters = new SoakCounters();
    private long lastProgress = System.nanoTime();

    private Soak(SoakOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /**
     * Runs the test and ends the JVM with its exit code.
     *
     * @param arguments see {@link SoakOptions}
     */
    public static void main(String[] arguments) {
        System.exit(run(System.out, arguments));
    }

    static int run(PrintStream out, String... arguments) {
        SoakOptions options;
        try {
            options = SoakOptions.parse(arguments);
        } catch (IllegalArgumentException invalid) {
            out.println(invalid.getMessage());
            return INVALID_OPTION;
        }
        return new Soak(options, out).run();
    }

    private int run() {
        long start = System.nanoTime();
        int rounds = 0;
        do {
            FlowShape shape = options.shapes().get(rounds % options.shapes().size());
            run(new SoakRound(shape, options.seed() + rounds, options.events(), findings, counters));
            rounds++;
        } while (findings.isEmpty() && !isEnough(rounds, System.nanoTime() - start));
        print("%d rounds: %s", rounds, counters);
        print(findings.isEmpty() ? "Nothing was found." : "A guarantee was violated.");
        return findings.isEmpty() ? 0 : VIOLATED;
    }

    private boolean isEnough(int rounds, long nanos) {
        return options.rounds() > 0
                ? rounds >= options.rounds()
                : nanos >= options.duration().toNanos();
    }

    private void run(SoakRound round) {
        print("%s", round);
        try {
            round.run(() -> printProgress(round));
        } catch (SoakRound.StandstillException standstill) {
            findings.add("%s", standstill.getMessage());
        }
        if (!findings.isEmpty()) {
            print("%d findings in %s; --seed and --shapes repeat its choices:", findings.number(), round);
            findings.first().forEach(finding -> print("  %s", finding));
        }
    }

    private void printProgress(SoakRound round) {
        long now = System.nanoTime();
        if (now - lastProgress > PROGRESS_NANOS) {
            lastProgress = now;
            print("%s: %s", round, counters);
        }
    }

    private void print(String line, Object... arguments) {
        out.println(line.formatted(arguments));
        out.flush();
    }
}
