package io.concor.simulator;

import io.concor.simulator.http.CallbackReceiver;
import io.concor.simulator.http.NettyLoadClient;
import io.concor.simulator.http.RequestTarget;
import io.concor.simulator.load.BodyTemplate;
import io.concor.simulator.load.BreakingPoint;
import io.concor.simulator.load.BreakingPointDetector;
import io.concor.simulator.load.LoadRun;
import io.concor.simulator.load.LoadSettings;
import io.concor.simulator.load.LoadStatistics;
import io.concor.simulator.load.StabilityCriteria;
import io.concor.simulator.mark.ControlRequestSender;
import io.concor.simulator.profile.LeadIn;
import io.concor.simulator.profile.LoadProfile;
import io.concor.simulator.result.HostInfo;
import io.concor.simulator.result.ResultFolder;
import io.concor.simulator.result.RunEnding;
import io.concor.simulator.result.RunResult;
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
abstract class ProfileCommand implements Callable<Integer> {

    private static final int MILLION = 1_000_000;

    /** Runs begin at one of so many ids, a million apart: a late call for the one before is hardly taken for this. */
    private static final int FIRST_IDS = 1000;

    @Mixin
    private final RequestOptions request = new RequestOptions();

    @Mixin
    private final RunOptions options = new RunOptions();

    @Mixin
    private final CallbackReceiverOptions receiving = new CallbackReceiverOptions();

    @Mixin
    private final ControlOptions marks = new ControlOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** The profile; refuses options that make none. */
    abstract LoadProfile profile(OptionValidator bounds);

    /** The rule by which the service breaks; null where none is looked for. */
    @Nullable
    StabilityCriteria stability(OptionValidator bounds) {
        return null;
    }

    @Override
    public final Integer call() {
        OptionValidator bounds = new OptionValidator(spec);
        options.check(bounds);
        RequestTarget target = request.target(bounds);
        LoadSettings load = load(bounds);
        StabilityCriteria stability = stability(bounds);
        ControlPlan beside = marks.besideLoad(load.profile(), bounds);
        ResultFolder results = results(bounds);
        try (CallbackReceiver receiver = receiving.open(bounds)) {
            LoadRun run = new LoadRun(load);
            receiver.tell(run.arrivals());
            try (ShutdownHook interruption = new ShutdownHook(run, load.drain());
                    ControlRequestSender sent = beside.start(run)) {
                MeasuredRun measured = measure(run, target, load.leadIn(), stability);
                return tell(
                        results,
                        new RunResult(
                                options.name(),
                                spec.name(),
                                load.profile(),
                                load.leadIn().seconds(),
                                load.maxInFlight(),
                                request.url().toString(),
                                receiver.description(),
                                HostInfo.present(),
                                run.start().truncatedTo(ChronoUnit.MILLIS).toString(),
                                RunEnding.of(interruption.happened(), measured.breakingPoint),
                                stability,
                                measured.breakingPoint,
                                sent.end(),
                                beside.marks().size(),
                                beside.historyOf(run),
                                measured.account));
            }
        }
    }

    private MeasuredRun measure(
            LoadRun run, RequestTarget target, LeadIn leadIn, @Nullable StabilityCriteria stability) {
        PrintWriter out = spec.commandLine().getOut();
        ProgressPrinter progress = new ProgressPrinter(out);
        BreakingPointDetector rule = stability == null ? null : new BreakingPointDetector(stability);
        LoadStatistics account = run.run(
                answers -> new NettyLoadClient(target, options.connections(), options.clientThreads(), answers),
                new LeadInProgressPrinter(leadIn, progress, out),
                second -> {
                    progress.show(second, second.second());
                    return rule == null || rule.holds(second);
                });
        return new MeasuredRun(account, rule == null ? null : rule.found());
    }

    /** The summary first: it is there also where the files cannot be written. */
    private int tell(ResultFolder results, RunResult result) {
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

    private ResultFolder results(OptionValidator bounds) {
        if (options.results().toString().isEmpty()) {
            throw bounds.refused("--results is empty: name a folder");
        }
        try {
            return new ResultFolder(options.results());
        } catch (IOException impossible) {
            throw bounds.refused("--results %s cannot be written: %s".formatted(options.results(), impossible));
        }
    }

    private LoadSettings load(OptionValidator bounds) {
        LoadProfile profile = profile(bounds);
        BodyTemplate body = request.template(bounds);
        receiving.check(body, bounds);
        options.checkMemory(body, bounds);
        return new LoadSettings(
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

    private record MeasuredRun(
            LoadStatistics account, @Nullable BreakingPoint breakingPoint) {}
}
