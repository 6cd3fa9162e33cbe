package io.concor.benchmarks.soak;

import io.concor.simulator.OptionValidator;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Pumps numbered events through flows of several shapes, while slots change at random, faults strike, threads are
 * interrupted and flows are stopped and started; and looks whether each event ended exactly once, in order where that
 * is promised, and met no single-threaded task at work. Ends with status 1 where something was found.
 */
@Command(
        name = "soak",
        description = "Looks for lost, repeated and misplaced events while everything goes on at once.",
        mixinStandardHelpOptions = true)
public final class SoakCommand implements Callable<Integer> {

    private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(5);

    @Option(
            names = "--minutes",
            defaultValue = "1",
            description = "How long, and until the round at hand is done (default: ${DEFAULT-VALUE}).")
    private double minutes;

    @Option(
            names = "--rounds",
            defaultValue = "0",
            description = "How many rounds, in place of a time; 0 for a time (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--seed",
            description = "Seed of the first round; one that was printed repeats its choices (default: of the time).")
    private @Nullable Long seed;

    @Option(
            names = "--events-per-round",
            defaultValue = "100000",
            description = "Events pumped through each flow (default: ${DEFAULT-VALUE}).")
    private int eventsPerRound;

    @Option(names = "--shapes", split = ",", description = "Which flows: ${COMPLETION-CANDIDATES}; all by default.")
    private List<Shape> shapes = List.of(Shape.values());

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private final Findings findings = new Findings();
    private final Totals totals = new Totals();
    private long lastProgress;

    /** Called by picocli. */
    public SoakCommand() {}

    @Override
    public Integer call() {
        check(new OptionValidator(spec));
        long first = seed == null ? System.currentTimeMillis() % 1_000_000 : seed;
        long start = System.nanoTime();
        lastProgress = start;
        int done = 0;
        do {
            run(new Round(shapes.get(done % shapes.size()), first + done, eventsPerRound, findings, totals));
            done++;
        } while (findings.none() && !enough(done, System.nanoTime() - start));
        return report(done);
    }

    private void check(OptionValidator bounds) {
        bounds.within("--minutes", minutes, 0.01, 10_000);
        bounds.within("--rounds", rounds, 0, 1_000_000);
        bounds.within("--events-per-round", eventsPerRound, 1, 10_000_000);
    }

    private boolean enough(int done, long nanos) {
        return rounds > 0 ? done >= rounds : nanos >= minutes * TimeUnit.MINUTES.toNanos(1);
    }

    private void run(Round round) {
        print("%s", round);
        try {
            round.run(() -> progress(round));
        } catch (Round.StandstillException standstill) {
            findings.add("%s", standstill);
        }
        if (!findings.none()) {
            print("%d findings in %s; --seed and --shapes repeat its choices:", findings.number(), round);
            findings.first().forEach(finding -> print("  %s", finding));
        }
    }

    private void progress(Round round) {
        long now = System.nanoTime();
        if (now - lastProgress > PROGRESS_NANOS) {
            lastProgress = now;
            print("%s: %s", round, totals);
        }
    }

    private int report(int done) {
        print("%d rounds: %s", done, totals);
        print(findings.none() ? "Nothing was found." : "Something is broken.");
        return findings.none() ? 0 : 1;
    }

    private void print(String line, Object... arguments) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line.formatted(arguments));
        out.flush();
    }
}
