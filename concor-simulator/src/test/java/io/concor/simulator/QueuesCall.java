package io.concor.simulator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Calls of the command {@code queues}: one second, with five clients and three queues, unless options say otherwise. */
final class QueuesCall {

    private QueuesCall() {}

    static SimulatorRun run(Path folder, InMemoryQueueServer server, String... options) {
        return runWithPassword(InMemoryQueueServer.PASSWORD, folder, server, options);
    }

    static SimulatorRun runWithPassword(String password, Path folder, InMemoryQueueServer server, String... options) {
        List<String> given = List.of(options);
        List<String> all = new ArrayList<>(List.of(
                "--password-file=" + file(folder, password),
                "--clients=5",
                "--queues=3",
                "--for=1s",
                "--results=" + folder));
        all.removeIf(option -> given.stream().anyMatch(other -> isSameOption(option, other)));
        all.addAll(0, List.of("queues", server.url()));
        all.addAll(given);
        return SimulatorRun.command(folder, all.toArray(String[]::new));
    }

    private static Path file(Path folder, String password) {
        try {
            return Files.writeString(folder.resolve("password"), password + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isSameOption(String option, String other) {
        return other.startsWith(option.substring(0, option.indexOf('=') + 1));
    }

    static int deliveries(SimulatorRun run, String field) throws IOException {
        return run.result().get("deliveries").get(field).asInt();
    }

    /** Returns the errors by their reasons. */
    static JsonNode errors(SimulatorRun run) throws IOException {
        return run.result().get("account").get("errors");
    }

    static int requests(SimulatorRun run, String call) throws IOException {
        return run.result()
                .get("account")
                .get("calls")
                .get(call)
                .get("requests")
                .asInt();
    }
}
