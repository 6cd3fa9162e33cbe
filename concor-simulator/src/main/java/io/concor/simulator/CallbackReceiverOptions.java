package io.concor.simulator;

import io.concor.simulator.http.CallbackReceiver;
import io.concor.simulator.load.BodyTemplate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the receiver of callbacks. */
final class CallbackReceiverOptions {

    private static final int MAX_PORT = 65_535;
    private static final String DEFAULT_ID = "sim-(\\d+)";

    @Option(
            names = "--receive-on",
            paramLabel = "PORT",
            description = "Listen on this port as the remote party that the service calls. A request is then completed"
                    + " by a callback with its id, not by its response.")
    private @Nullable Integer port;

    @Option(
            names = "--receiver",
            defaultValue = "own",
            description = "Server that listens: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private CallbackReceiverType type = CallbackReceiverType.own;

    @Option(
            names = "--received-id",
            paramLabel = "REGEX",
            description = "Finds the id in the body of a callback: the first group is the number from {{id}}."
                    + " Default: " + DEFAULT_ID + ".")
    private @Nullable Pattern id;

    boolean enabled() {
        return port != null;
    }

    /** Rejects options with which no request could be completed. */
    void validate(BodyTemplate body, OptionValidator validator) {
        if (port == null) {
            if (id != null) {
                throw validator.invalid("--received-id requires --receive-on");
            }
            return;
        }
        validator.requireBetween("--receive-on", port, 1, MAX_PORT);
        if (!body.containsId()) {
            throw validator.invalid(
                    "--receive-on requires {{id}} in the body: a callback with the id completes a request");
        }
        if (id != null && id.matcher("").groupCount() < 1) {
            throw validator.invalid(
                    "--received-id '%s' has no group: use an expression such as %s".formatted(id, DEFAULT_ID));
        }
    }

    CallbackReceiver open(OptionValidator validator) {
        if (port == null) {
            return CallbackReceiver.none();
        }
        Pattern pattern = id == null ? Pattern.compile(DEFAULT_ID) : id;
        try {
            return switch (type) {
                case own -> CallbackReceiver.netty(port, pattern);
                case wiremock -> CallbackReceiver.wireMock(port, pattern);
            };
        } catch (IllegalStateException e) {
            throw validator.invalid(
                    "--receive-on %d is not available: another process may listen on this port".formatted(port));
        }
    }
}
