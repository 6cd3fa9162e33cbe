package io.concor.experiments.distributed;

import io.concor.experiments.durable.broker.BrokerAccess;
import io.concor.experiments.durable.broker.BrokerProcess;
import io.concor.experiments.durable.subject.SubjectJvm;
import io.concor.experiments.testbed.ChildProcess;
import io.concor.experiments.testbed.ChildProcesses;
import io.concor.experiments.testbed.DataFolder;
import io.concor.experiments.testbed.Workspace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A run of a pipeline in new processes. For one thread. */
final class PipelineRun {

    private static final Pattern READY = Pattern.compile("^ready$", Pattern.MULTILINE);
    private static final Pattern STARTED = Pattern.compile("^started (\\d+)$", Pattern.MULTILINE);
    private static final Pattern ENDED = Pattern.compile("^ended (\\d+) (\\d+)$", Pattern.MULTILINE);
    private static final Duration TO_START = Duration.ofMinutes(2);
    private static final Duration TO_WARM_UP = Duration.ofMinutes(10);
    private static final Duration TO_END = Duration.ofMinutes(30);
    private static final String HEAP = "-Xmx1g";

    private final Workspace workspace;
    private final Path folder;

    PipelineRun(Workspace workspace, Path folder) {
        this.workspace = workspace;
        this.folder = folder;
    }

    PipelineResult run(Pipeline pipeline, Spread spread) {
        Path data = DataFolder.createIn(folder);
        try {
            Optional<BrokerAccess> access = spread.access(folder, data);
            return access.isPresent() ? runWithBroker(pipeline, access.get(), data) : run(pipeline, null, List.of());
        } finally {
            DataFolder.delete(data);
        }
    }

    private PipelineResult runWithBroker(Pipeline pipeline, BrokerAccess access, Path data) {
        BrokerAccess ofElements = Pipeline.allowLargeElements(access);
        Path clients = data.resolve("clients.properties");
        try (BrokerProcess broker = BrokerProcess.start(workspace, folder, data, ofElements)) {
            broker.writeAccess(clients);
            return run(pipeline, clients, List.of(broker::cpu));
        }
    }

    /** @param others the CPU time of processes that counts, too */
    private PipelineResult run(Pipeline pipeline, @Nullable Path clients, List<Supplier<Duration>> others) {
        try (ChildProcesses processes = new ChildProcesses(folder)) {
            List<Supplier<Duration>> all = new ArrayList<>(others);
            ChildProcess last = start(processes, pipeline, pipeline.processes() - 1, clients, all);
            ChildProcess first = last;
            for (int process = pipeline.processes() - 2; process >= 0; process--) {
                first = start(processes, pipeline, process, clients, all);
            }
            MatchResult started = first.await(STARTED, TO_WARM_UP);
            Duration before = cpu(all);
            MatchResult ended = last.await(ENDED, TO_END);
            return new PipelineResult(
                    Duration.ofNanos(Long.parseLong(ended.group(1)) - Long.parseLong(started.group(1))),
                    cpu(all).minus(before),
                    Integer.parseInt(ended.group(2)));
        }
    }

    private ChildProcess start(
            ChildProcesses processes,
            Pipeline pipeline,
            int process,
            @Nullable Path clients,
            List<Supplier<Duration>> all) {
        List<String> command = new ArrayList<>(SubjectJvm.command(workspace, PipelineProcess.class, HEAP));
        command.addAll(PipelineProcess.arguments(pipeline, process, clients));
        ChildProcess started = processes.start("pipeline-" + (process + 1), new ProcessBuilder(command));
        started.await(READY, TO_START);
        all.add(started::cpu);
        return started;
    }

    private static Duration cpu(List<Supplier<Duration>> processes) {
        return processes.stream().map(Supplier::get).reduce(Duration.ZERO, Duration::plus);
    }
}
