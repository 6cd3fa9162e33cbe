package io.concor.experiments.clientqueues.testbed;

import io.concor.experiments.durable.server.DurableServer;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.experiments.testbed.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Launches queue servers on a database, with the preset for production. For one thread. */
final class QueueServerLauncher {

    private static final String MODULE = "concor-queue-server";

    private final Workspace workspace;
    private final DurableServer database;
    private final QueueServerSettings settings;
    private final Path accounts;

    /** @param folder for the file of the accounts */
    QueueServerLauncher(Workspace workspace, DurableServer database, QueueServerSettings settings, Path folder) {
        this.workspace = workspace;
        this.database = database;
        this.settings = settings;
        this.accounts = folder.resolve("accounts.properties").toAbsolutePath();
        writeAccounts();
    }

    /** Fails if the server is not built. */
    static void requireBuilt(Workspace workspace) {
        workspace.jar(MODULE);
    }

    private void writeAccounts() {
        String lines = settings.clients().entrySet().stream()
                .flatMap(clients -> IntStream.rangeClosed(1, clients.getValue())
                        .mapToObj(number -> "concor.queue-server.users." + clients.getKey() + number + "="
                                + QueueServerSettings.PASSWORD))
                .collect(Collectors.joining("\n"));
        try {
            Files.writeString(accounts, lines);
        } catch (IOException impossible) {
            throw new ExperimentException("Cannot write the accounts to " + accounts, impossible);
        }
    }

    ProcessBuilder builder(int port, int managementPort) {
        List<String> command = new ArrayList<>(List.of(Workspace.java()));
        command.addAll(settings.jvm());
        command.addAll(List.of(
                "-XX:+ExitOnOutOfMemoryError",
                "-jar",
                workspace.jar(MODULE).toAbsolutePath().toString(),
                "--spring.profiles.active=production,postgres",
                "--spring.config.additional-location=" + accounts.toUri(),
                "--server.port=" + port,
                "--management.server.port=" + managementPort));
        command.addAll(settings.arguments());
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(workspace.root().toFile()); // with the presets
        builder.environment()
                .putAll(Map.of(
                        "DB_URL", database.url(database.port()),
                        "DB_USER", database.dialect().user(),
                        "DB_PASSWORD", database.dialect().password(),
                        "OPERATOR_PASSWORD", QueueServerSettings.PASSWORD));
        return builder;
    }
}
