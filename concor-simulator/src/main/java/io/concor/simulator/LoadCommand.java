package io.concor.simulator;

import io.concor.simulator.http.NettyClient;
import io.concor.simulator.http.Receiver;
import io.concor.simulator.http.Target;
import io.concor.simulator.load.Account;
import io.concor.simulator.load.BreakingPoint;
import io.concor.simulator.load.BreakingPointRule;
import io.concor.simulator.load.Load;
import io.concor.simulator.load.Run;
import io.concor.simulator.load.Stability;
import io.concor.simulator.load.Template;
import io.concor.simulator.mark.Marks;
import io.concor.simulator.profile.LeadIn;
import io.concor.simulator.profile.Profile;
import io.concor.simulator.result.Ending;
import io.concor.simulator.result.Machine;
import io.concor.simulator.result.Result;
import io.concor.simulator.result.Results;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that runs one load and writes its results. */
abstract class LoadCommand implements Callable<Integer> {

    private static final int MILLION = 1_000_000;

    /** Runs begin at one of so many ids, a million apart: a late call for the one before is hardly taken for this. */
    private static final int FIRST_IDS = 1000;

    @Mixin
    private final RequestOptions request = new RequestOptions();

    @Mixin
    private final RunOptions options = new RunOptions();

    @Mixin
    private final ReceiverOptions receiving = new ReceiverOptions();

    @Mixin
    private final MarkOptions marks = new MarkOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** The profile; refuses options that make none. */
    abstract Profile profile(Bounds bounds);

    /** The rule by which the service breaks; null where none is looked for. */
    @Nullable
    Stability stability(Bounds bounds) {
        return null;
    }

    @Override
    public final Integer call() {
        Bounds bounds = new Bounds(spec);
        options.check(bounds);
        Target target = request.target(bounds);
        Load load = load(bounds);
        Stability stability = stability(bounds);
        BesideLoad beside = marks.besideLoad(load.profile(), bounds);
        Results results = results(bounds);
        try (Receiver receiver = receiving.open(bounds)) {
            Run run = new Run(load);
            receiver.tell(run.arrivals());
            try (Interruption interruption = new Interruption(run, load.drain());
                    Marks sent = beside.start(run)) {
                Measured measured = measure(run, target, load.leadIn(), stability);
                return tell(
                        results,
                        new Result(
                                options.name(),
                                spec.name(),
                                load.profile(),
                                load.leadIn().seconds(),
                                load.maxInFlight(),
                                request.url().toString(),
                                receiver.description(),
                                Machine.present(),
                                run.start().truncatedTo(ChronoUnit.MILLIS).toString(),
                                Ending.of(interruption.happened(), measured.breakingPoint),
                                stability,
                                measured.breakingPoint,
                                sent.end(),
                                beside.marks().size(),
                                beside.historyOf(run),
                                measured.account));
            }
        }
    }

    private Measured measure(Run run, Target target, LeadIn leadIn, @Nullable Stability stability) {
        PrintWriter out = spec.commandLine().getOut();
        Progress progress = new Progress(out);
        BreakingPointRule rule = stability == null ? null : new BreakingPointRule(stability);
        Account account = run.run(
                answers -> new NettyClient(target, options.connections(), options.clientThreads(), answers),
                new LeadInProgress(leadIn, progress, out),
                second -> {
                    progress.show(second, second.second());
                    return rule == null || rule.holds(second);
                });
        return new Measured(account, rule == null ? null : rule.found());
    }

    /** The summary first: it is there also where the files cannot be written. */
    private int tell(Results results, Result result) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(result.summary());
        out.flush();
        try {
            results.write(result);
        } catch (IOException impossible) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("The results cannot be written to %s: %s".formatted(options.results(), impossible));
            err.flush();
            return ExitCode.SOFTWARE;
        }
        out.println("Results: " + options.results().toAbsolutePath());
        out.flush();
        return ExitCode.OK;
    }

    private Results results(Bounds bounds) {
        if (options.results().toString().isEmpty()) {
            throw bounds.refused("--results is empty: name a folder");
        }
        try {
            return new Results(options.results());
        } catch (IOException impossible) {
            throw bounds.refused("--results %s cannot be written: %s".formatted(options.results(), impossible));
        }
    }

    private Load load(Bounds bounds) {
        Profile profile = profile(bounds);
        Template body = request.template(bounds);
        receiving.check(body, bounds);
        options.checkMemory(body, bounds);
        return new Load(
                profile,
                options.leadIn(profile, bounds),
                options.leadInFlight(),
                body,
                (long) ThreadLocalRandom.current().nextInt(FIRST_IDS) * MILLION,
                options.inFlight(),
                options.timeout(),
                options.drain(),
                options.spinning(),
                !receiving.wanted());
    }

    private record Measured(Account account, @Nullable BreakingPoint breakingPoint) {}
}
