package io.concor.simulator;

import io.concor.simulator.http.CallbackReceiver;
import io.concor.simulator.http.NettyCallbackReceiver;
import io.concor.simulator.http.NoCallbackReceiver;
import io.concor.simulator.http.WireMockCallbackReceiver;
import io.concor.simulator.load.BodyTemplate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The receiver that a service calls when it has done its work. */
final class CallbackReceiverOptions {

    private static final int MOST_PORT = 65_535;
    private static final String ID = "sim-(\\d+)";

    @Option(
            names = "--receive-on",
            paramLabel = "PORT",
            description =
                    "Listen on this port as the remote party that the service calls. A request is then completed when"
                            + " a call with its id arrives, not when it is answered.")
    private @Nullable Integer port;

    @Option(
            names = "--receiver",
            defaultValue = "own",
            description = "What listens: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private ReceiverType kind = ReceiverType.own;

    @Option(
            names = "--received-id",
            paramLabel = "REGEX",
            description = "Finds the id in the body of a call: its first group is the number that {{id}} put into the"
                    + " request (default: " + ID + ").")
    private @Nullable Pattern id;

    boolean wanted() {
        return port != null;
    }

    /** Refuses what would complete no request at all. */
    void check(BodyTemplate body, OptionValidator bounds) {
        if (port == null) {
            if (id != null) {
                throw bounds.refused("--received-id is given, and nothing receives: say --receive-on too");
            }
            return;
        }
        bounds.within("--receive-on", port, 1, MOST_PORT);
        if (!body.holdsId()) {
            throw bounds.refused(
                    "--receive-on completes a request when a call with its id arrives, and the body holds none:"
                            + " put {{id}} into it");
        }
        if (id != null && id.matcher("").groupCount() < 1) {
            throw bounds.refused("--received-id '%s' has no group: %s has one".formatted(id, ID));
        }
    }

    CallbackReceiver open(OptionValidator bounds) {
        if (port == null) {
            return new NoCallbackReceiver();
        }
        try {
            return kind.open(port, id == null ? Pattern.compile(ID) : id);
        } catch (IllegalStateException taken) {
            throw bounds.refused("--receive-on %d cannot be had: is something else listening there?".formatted(port));
        }
    }

    /** As they are called on the command line. */
    private enum ReceiverType {
        own {
            @Override
            CallbackReceiver open(int port, Pattern id) {
                return new NettyCallbackReceiver(port, id);
            }
        },
        wiremock {
            @Override
            CallbackReceiver open(int port, Pattern id) {
                return new WireMockCallbackReceiver(port, id);
            }
        };

        abstract CallbackReceiver open(int port, Pattern id);
    }
}
