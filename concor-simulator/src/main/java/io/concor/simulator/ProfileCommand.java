package io.concor.simulator;

import io.concor.simulator.control.ControlRequestSender;
import io.concor.simulator.control.SentControlRequest;
import io.concor.simulator.http.CallbackReceiver;
import io.concor.simulator.http.NettyLoadClient;
import io.concor.simulator.http.RequestTarget;
import io.concor.simulator.load.BreakingPoint;
import io.concor.simulator.load.BreakingPointDetector;
import io.concor.simulator.load.LoadProfile;
import io.concor.simulator.load.LoadRun;
import io.concor.simulator.load.LoadSettings;
import io.concor.simulator.load.LoadStatistics;
import io.concor.simulator.load.StabilityCriteria;
import io.concor.simulator.result.HostInfo;
import io.concor.simulator.result.ResultFolder;
import io.concor.simulator.result.RunEnding;
import io.concor.simulator.result.RunResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs the load of a profile and writes its result. */
abstract class ProfileCommand implements Callable<Integer> {

    @Mixin
    private final RequestOptions requestOptions = new RequestOptions();

    @Mixin
    private final RunOptions runOptions = new RunOptions();

    @Mixin
    private final CallbackReceiverOptions receiverOptions = new CallbackReceiverOptions();

    @Mixin
    private final ControlOptions controlOptions = new ControlOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Validates the options of the profile and returns the profile. */
    abstract LoadProfile profile(OptionValidator validator);

    /** Returns the criteria of the breaking point, or null if the command does not look for one. */
    @Nullable
    StabilityCriteria stabilityCriteria(OptionValidator validator) {
        return null;
    }

    @Override
    public final Integer call() {
        OptionValidator validator = new OptionValidator(spec);
        RunPlan plan = plan(validator);
        try (CallbackReceiver receiver = receiverOptions.open(validator)) {
            LoadRun run = new LoadRun(plan.load);
            receiver.onCallback(run::callbackReceived);
            return execute(plan, run, receiver.description());
        }
    }

    /** Validates all options, so that a run cannot fail because of them. */
    private RunPlan plan(OptionValidator validator) {
        runOptions.validate(validator);
        RequestTarget target = requestOptions.target(validator);
        LoadSettings load = loadSettings(validator);
        return new RunPlan(
                load,
                target,
                stabilityCriteria(validator),
                controlOptions.plan(load.profile(), validator),
                runOptions.resultFolder(validator));
    }

    private LoadSettings loadSettings(OptionValidator validator) {
        LoadProfile profile = profile(validator);
        var body = requestOptions.template(validator);
        receiverOptions.validate(body, validator);
        return runOptions.loadSettings(profile, body, !receiverOptions.enabled(), validator);
    }

    private int execute(RunPlan plan, LoadRun run, String completedBy) {
        StabilityCriteria criteria = plan.criteria;
        BreakingPointDetector detector = criteria == null ? null : new BreakingPointDetector(criteria);
        try (ShutdownHook hook = new ShutdownHook(run::stop, plan.load.drain());
                ControlRequestSender sender = plan.control.start(run)) {
            LoadStatistics statistics = measure(run, plan, detector);
            BreakingPoint breakingPoint = detector == null ? null : detector.breakingPoint();
            RunEnding ending = RunEnding.of(hook.interrupted(), breakingPoint);
            return report(
                    plan.folder, result(plan, run, completedBy, ending, breakingPoint, sender.stop(), statistics));
        }
    }

    private RunResult result(
            RunPlan plan,
            LoadRun run,
            String completedBy,
            RunEnding ending,
            @Nullable BreakingPoint breakingPoint,
            List<SentControlRequest> marks,
            LoadStatistics statistics) {
        return new RunResult(
                runOptions.name(plan.load.profile()),
                spec.name(),
                plan.load.profile(),
                plan.load.leadIn().seconds(),
                plan.load.maxInFlight(),
                requestOptions.url().toString(),
                completedBy,
                HostInfo.current(),
                run.start().truncatedTo(ChronoUnit.MILLIS).toString(),
                ending,
                plan.criteria,
                breakingPoint,
                marks,
                plan.control.requests().size(),
                plan.control.historyOf(run),
                statistics);
    }

    private LoadStatistics measure(LoadRun run, RunPlan plan, @Nullable BreakingPointDetector detector) {
        PrintWriter out = spec.commandLine().getOut();
        ProgressPrinter progress = new ProgressPrinter(out);
        return run.run(
                new NettyLoadClient(plan.target, runOptions.connections(), runOptions.clientThreads()),
                new LeadInProgressPrinter(plan.load.leadIn(), progress, out),
                second -> {
                    progress.print(second, second.second());
                    return detector == null || detector.observe(second);
                });
    }

    /** Prints the summary before it writes the files, so that it is not lost if they cannot be written. */
    private int report(ResultFolder folder, RunResult result) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(result.summary());
        out.flush();
        try {
            folder.write(result);
        } catch (IOException e) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("Cannot write the results to %s: %s".formatted(runOptions.results(), e));
            err.flush();
            return ExitCode.SOFTWARE;
        }
        out.println("Results: " + runOptions.results().toAbsolutePath());
        out.flush();
        return ExitCode.OK;
    }

    private record RunPlan(
            LoadSettings load,
            RequestTarget target,
            @Nullable StabilityCriteria criteria,
            ControlPlan control,
            ResultFolder folder) {}
}
