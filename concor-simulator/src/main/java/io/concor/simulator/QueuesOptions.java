package io.concor.simulator;

import io.concor.simulator.queues.ClientLoadSettings;
import io.concor.simulator.queues.check.ClientAccounts;
import io.concor.simulator.queues.check.ClientRange;
import io.concor.simulator.queues.check.MessageContents;
import io.concor.simulator.queues.http.ConnectionSettings;
import io.concor.simulator.queues.http.QueueServerAddress;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options for clients of message queues. */
final class QueuesOptions {

    private static final Pattern USER_PREFIX = Pattern.compile("[A-Za-z0-9._-]{0,50}");
    private static final int MAX_CLIENTS = 10_000;
    private static final int MAX_QUEUES = 100_000;
    private static final int MAX_THREADS = 64;
    private static final int MAX_WARM_UP_SECONDS = 600;
    private static final int MEGABYTE = 1024 * 1024;

    /** Copies of a message that a client holds at a time: in texts, requests and buffers. */
    private static final int COPIES = 8;

    private static final Duration MIN_TIMEOUT = Duration.ofMillis(10);
    private static final Duration MIN_LEASE = Duration.ofMillis(100);
    private static final Duration MAX_DURATION = Duration.ofMinutes(10);

    @Parameters(
            paramLabel = "URL",
            arity = "1..*",
            description = "Servers: http://host:port. Clients are distributed evenly; a client whose connection fails"
                    + " goes on with the next server.")
    private List<URI> urls = List.of();

    @Mixin
    private final PasswordOption password = new PasswordOption();

    @Option(
            names = "--user-prefix",
            paramLabel = "PREFIX",
            defaultValue = "client",
            description = "The name of a client is this prefix and its number, from 1. Default: ${DEFAULT-VALUE}.")
    private String userPrefix = "";

    @Option(
            names = "--clients",
            defaultValue = "50",
            description = "Number of clients of this process. Each has one connection. Default: ${DEFAULT-VALUE}.")
    private int clients;

    @Option(
            names = "--first-client",
            defaultValue = "1",
            description = "Number of the first client of this process. Default: ${DEFAULT-VALUE}.")
    private int firstClient;

    @Option(
            names = "--total-clients",
            paramLabel = "CLIENTS",
            description = "Number of clients of all processes. Messages go to any of them. Default: the number of the"
                    + " last client of this process.")
    private @Nullable Integer totalClients;

    @Option(
            names = "--queues",
            defaultValue = "50",
            description =
                    "Number of queues: load-1, load-2... They are created if necessary. Default: ${DEFAULT-VALUE}.")
    private int queues;

    @Option(
            names = "--message-size",
            paramLabel = "CHARACTERS",
            defaultValue = "200",
            description = "Size of a message. Default: ${DEFAULT-VALUE}.")
    private int messageSize;

    @Option(
            names = "--ack",
            paramLabel = "auto|explicit",
            defaultValue = "auto",
            description = "Whether a receive deletes the message (auto), or the client ends it by another request"
                    + " (explicit). Default: ${DEFAULT-VALUE}.")
    private AcknowledgementMode acknowledgement = AcknowledgementMode.AUTO;

    @Option(
            names = "--lease",
            description =
                    "With --ack explicit: how long a message is leased to the client that received it. Default: 30s.")
    private @Nullable Duration lease;

    @Option(names = "--for", defaultValue = "60s", description = "Duration of the run. Default: ${DEFAULT-VALUE}.")
    private Duration duration = Duration.ZERO;

    @Option(
            names = "--warm-up",
            defaultValue = "0s",
            description = "Load before the run. Its requests are not counted, but its messages are checked. At most"
                    + " 10m. Default: ${DEFAULT-VALUE}.")
    private Duration warmUp = Duration.ZERO;

    @Option(
            names = "--rate",
            description = "Maximum number of requests per second of all clients of this process. Default: as fast as"
                    + " the answers arrive.")
    private @Nullable Integer rate;

    @Option(
            names = "--timeout",
            defaultValue = "10s",
            description = "Time limit of a request. Default: ${DEFAULT-VALUE}.")
    private Duration timeout = Duration.ZERO;

    @Option(
            names = "--drain",
            defaultValue = "60s",
            description =
                    "How long the clients may take to receive what is left after the last send, in addition to --lease."
                            + " Default: ${DEFAULT-VALUE}.")
    private Duration drain = Duration.ZERO;

    @Option(
            names = "--client-threads",
            defaultValue = "1",
            description = "Client threads. Clients are distributed evenly. Default: ${DEFAULT-VALUE}.")
    private int clientThreads;

    @Option(
            names = "--log",
            paramLabel = "FOLDER",
            description =
                    "Folder for a log of the requests of each client, client-1.csv, client-2.csv... Default: none.")
    private @Nullable Path log;

    ClientLoadSettings settings(OptionValidator validator) {
        ClientRange range = range(validator);
        validator.requireBetween("--queues", queues, 1, MAX_QUEUES);
        validator.requireBetween("--message-size", messageSize, MessageContents.MIN_SIZE, MessageContents.MAX_SIZE);
        requireMemory(validator);
        validator.requireBetween("--timeout", timeout, MIN_TIMEOUT, MAX_DURATION);
        validator.requireBetween("--drain", drain, Duration.ZERO, MAX_DURATION);
        validator.requireBetween("--client-threads", clientThreads, 1, Math.min(MAX_THREADS, clients));
        return new ClientLoadSettings(
                new ConnectionSettings(
                        urls.stream().map(url -> server(url, validator)).toList(), timeout),
                range,
                queues,
                messageSize,
                checkedLease(validator),
                validator.requireWholeSeconds("--warm-up", warmUp, 0, MAX_WARM_UP_SECONDS),
                validator.requireRunTime("--for", duration),
                rate == null ? 0 : validator.requireRate("--rate", rate, 1),
                drain,
                clientThreads,
                accounts(validator),
                logFolder(validator));
    }

    private ClientRange range(OptionValidator validator) {
        validator.requireBetween("--clients", clients, 1, MAX_CLIENTS);
        validator.requireBetween("--first-client", firstClient, 1, ClientLoadSettings.MAX_CLIENT - clients + 1);
        int last = firstClient + clients - 1;
        int total = totalClients == null ? last : totalClients;
        validator.requireBetween("--total-clients", total, Math.max(2, last), ClientLoadSettings.MAX_CLIENT);
        return new ClientRange(firstClient, clients, total);
    }

    /** Rejects clients whose messages do not fit into memory. */
    private void requireMemory(OptionValidator validator) {
        long maxMemory = Runtime.getRuntime().maxMemory();
        if ((long) clients * messageSize * COPIES > maxMemory) {
            throw validator.invalid("--clients is " + clients + ", and a message has " + messageSize
                    + " characters: together they exceed the memory of this JVM, " + maxMemory / MEGABYTE
                    + " MB; reduce one of them or use java -Xmx");
        }
    }

    private ClientAccounts accounts(OptionValidator validator) {
        if (!USER_PREFIX.matcher(userPrefix).matches()) {
            throw validator.invalid("--user-prefix is '" + userPrefix
                    + "': it must be up to 50 letters, digits and characters of . _ -");
        }
        return new ClientAccounts(userPrefix, password.password(validator));
    }

    private @Nullable Duration checkedLease(OptionValidator validator) {
        if (acknowledgement == AcknowledgementMode.EXPLICIT) {
            Duration checked = lease == null ? Duration.ofSeconds(30) : lease;
            return validator.requireBetween("--lease", checked, MIN_LEASE, MAX_DURATION);
        }
        if (lease != null) {
            throw validator.invalid("--lease requires --ack explicit");
        }
        return null;
    }

    private @Nullable Path logFolder(OptionValidator validator) {
        if (log == null) {
            return null;
        }
        try {
            Files.createDirectories(log);
            Files.delete(Files.createTempFile(log, null, null));
            return log;
        } catch (IOException e) {
            throw validator.invalid("--log " + log + " is not writable: " + e);
        }
    }

    private static QueueServerAddress server(URI url, OptionValidator validator) {
        try {
            return QueueServerAddress.of(url);
        } catch (IllegalArgumentException e) {
            throw validator.invalid(String.valueOf(e.getMessage()));
        }
    }
}
