package io.concor.simulator;

import io.concor.simulator.http.AnswerDelay;
import io.concor.simulator.http.CallbackReceiver;
import io.concor.simulator.load.BodyTemplate;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the receiver of callbacks. */
final class CallbackReceiverOptions {

    private static final int MAX_PORT = 65_535;
    private static final String DEFAULT_ID = "sim-(\\d+)";
    private static final Duration MAX_DELAY = Duration.ofMinutes(10);

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

    @Option(
            names = "--answer-delay",
            defaultValue = "0ms",
            description = "How long the simulator's own receiver waits before it answers a callback. Default:"
                    + " ${DEFAULT-VALUE}.")
    private Duration answerDelay = Duration.ZERO;

    @Option(
            names = "--answer-delay-from",
            defaultValue = "0s",
            description = "When the delay begins, after the start of the simulator. Default: ${DEFAULT-VALUE}.")
    private Duration answerDelayFrom = Duration.ZERO;

    boolean enabled() {
        return port != null;
    }

    /** Rejects options with which no request could be completed. */
    void validate(BodyTemplate body, OptionValidator validator) {
        if (port == null) {
            if (id != null) {
                throw validator.invalid("--received-id requires --receive-on");
            }
            requireNoDelay("--receive-on", validator);
            return;
        }
        validator.requireBetween("--receive-on", port, 1, MAX_PORT);
        validateDelay(validator);
        validateId(body, validator);
    }

    private void validateDelay(OptionValidator validator) {
        validator.requireBetween("--answer-delay", answerDelay, Duration.ZERO, MAX_DELAY);
        validator.requireBetween("--answer-delay-from", answerDelayFrom, Duration.ZERO, MAX_DELAY);
        if (type == CallbackReceiverType.wiremock) {
            requireNoDelay("--receiver own", validator);
        }
    }

    private void requireNoDelay(String required, OptionValidator validator) {
        if (!answerDelay.isZero()) {
            throw validator.invalid("--answer-delay requires " + required);
        }
    }

    private void validateId(BodyTemplate body, OptionValidator validator) {
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
                case own -> CallbackReceiver.netty(port, pattern, new AnswerDelay(answerDelay, answerDelayFrom));
                case wiremock -> CallbackReceiver.wireMock(port, pattern);
            };
        } catch (IllegalStateException e) {
            throw validator.invalid(
                    "--receive-on %d is not available: another process may listen on this port".formatted(port));
        }
    }
}
