package io.concor.benchmarks.report;

import io.concor.benchmarks.Benchmarks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Other JVMs like this one. */
final class Java {

    /** The same for all: what is measured is not how a heap grows. */
    static final String[] HEAP = {"-Xms1g", "-Xmx1g"};

    private Java() {}

    /** Runs a command of {@link Benchmarks} in a JVM of its own and reads the figures that it prints. */
    static Map<String, Double> run(List<String> arguments) {
        try {
            Process process = new ProcessBuilder(command(arguments))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException("Command %s failed with exit code %d; run it alone to see why"
                        .formatted(arguments, process.exitValue()));
            }
            return new JsonMapper().readValue(output, new TypeReference<Map<String, Double>>() {});
        } catch (IOException failed) {
            throw new IllegalStateException("Cannot run " + arguments, failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while it waited for " + arguments, interrupted);
        }
    }

    private static List<String> command(List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + "/bin/java");
        command.addAll(List.of(HEAP));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Benchmarks.class.getName()));
        command.addAll(arguments);
        return command;
    }
}
