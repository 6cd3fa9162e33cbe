package io.concor.experiments.testbed;

import io.concor.simulator.Simulator;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One run of the simulator, in a JVM of its own. It is the remote party as well, where the application has one.
 *
 * @param setting the application, and whom it calls
 * @param url where requests go
 * @param receiverPort where the application calls back
 * @param name what the results call it
 * @param results where they go
 */
record SimulatorProcess(TestbedSettings setting, URI url, int receiverPort, String name, Path results) {

    private static final String HEAP = "384m";
    private static final Duration TO_END = Duration.ofMinutes(1);

    SimulatorResult run(ChildProcesses children, List<String> profile, Duration time) {
        children.start(name, new ProcessBuilder(command(profile))).awaitEnd(time.plus(TO_END));
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
                "--body=" + setting.sample().body(name),
                "--first-msisdn=" + Accounts.FIRST,
                "--msisdns=" + Accounts.COUNT,
                "--name=" + name,
                "--results=" + results));
        if (setting.sample().callsBack()) {
            command.addAll(List.of("--receive-on=" + receiverPort, "--receiver=" + setting.receiver()));
        }
        return command;
    }
}
