package io.concor.experiments.testbed;

import io.concor.simulator.Simulator;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A run of the simulator in its own JVM. The simulator also receives the callbacks of the application.
 *
 * @param settings the application and its receiver
 * @param url URL of the requests
 * @param receiverPort port for callbacks
 * @param name name of the run
 * @param results folder for the results
 */
record SimulatorProcess(TestbedSettings settings, URI url, int receiverPort, String name, Path results) {

    private static final String HEAP = "384m";
    private static final Duration TO_END = Duration.ofMinutes(1);

    SimulatorResult run(ChildProcesses processes, List<String> profile, Duration time) {
        processes.start(name, new ProcessBuilder(command(profile))).awaitEnd(time.plus(TO_END));
        return SimulatorResult.read(results);
    }

    private List<String> command(List<String> profile) {
        List<String> command = new ArrayList<>(List.of(
                Workspace.java(),
                "-Xms" + HEAP,
                "-Xmx" + HEAP,
                "-cp",
                Workspace.classPath(),
                Simulator.class.getName()));
        command.addAll(profile);
        command.addAll(List.of(
                url.toString(),
                "--body=" + settings.sample().body(name),
                "--first-msisdn=" + Accounts.FIRST,
                "--msisdns=" + Accounts.COUNT,
                "--name=" + name,
                "--results=" + results));
        if (settings.sample().callsBack()) {
            command.addAll(List.of("--receive-on=" + receiverPort, "--receiver=" + settings.receiver()));
        }
        return command;
    }
}
