package io.concor.experiments.clientqueues;

import io.concor.experiments.clientqueues.testbed.ServerOperator;
import io.concor.simulator.HeaderParser;
import io.concor.simulator.OptionValidator;
import java.net.URI;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a server is changed while it runs. */
final class LiveOptions {

    @Option(
            names = "--slot",
            paramLabel = "URL",
            description = "The slot whose threads vary: http://host:port/actuator/concorslots/queue-server/store.")
    private @Nullable URI slot;

    @Option(
            names = "--connections",
            paramLabel = "URL",
            description =
                    "Where connections vary: http://host:port/actuator/concorconnections. A value is the number for"
                            + " requests: two more are allowed, which the queues keep.")
    private @Nullable URI connections;

    @Option(
            names = "--verdict",
            paramLabel = "URL",
            description = "Where the verdict of each step is: http://host:port/actuator/concordiagnosis/queue-server.")
    private @Nullable URI verdict;

    @Option(
            names = "--header",
            paramLabel = "'NAME: VALUE'",
            description = "Header of the requests to these addresses, for the log-in. Repeatable.")
    private String[] headers = {};

    /** Returns what gives the server a value of the setting; does nothing if the setting is not the server's. */
    IntConsumer change(VariedSetting varied, OptionValidator validator) {
        require("--slot", slot, varied.isOfThreads(), "THREADS", validator);
        require("--connections", connections, varied.isOfConnections(), "CONNECTIONS", validator);
        Map<String, String> parsed = HeaderParser.parse("--header", headers, validator);
        IntConsumer change = value -> {};
        if (connections != null) {
            change = change.andThen(ServerOperator.connections(connections, parsed));
        }
        if (slot != null) {
            change = change.andThen(ServerOperator.threads(slot, parsed));
        }
        return change;
    }

    /** Returns what reads the verdict: the cause that limits the server and its component, or the state. */
    Supplier<String> verdict(OptionValidator validator) {
        if (verdict == null) {
            return () -> "not asked for";
        }
        requireHttp("--verdict", verdict, validator);
        return ServerOperator.verdict(verdict, HeaderParser.parse("--header", headers, validator));
    }

    private static void require(
            String option, @Nullable URI url, boolean wanted, String setting, OptionValidator validator) {
        if ((url != null) != wanted) {
            throw validator.invalid(option + " is required with --vary " + setting
                    + " and THREADS_AND_CONNECTIONS, and allowed only then");
        }
        if (url != null) {
            requireHttp(option, url, validator);
        }
    }

    private static void requireHttp(String option, URI url, OptionValidator validator) {
        if (url.getHost() == null || !"http".equals(url.getScheme())) {
            throw validator.invalid(option + " is " + url + ": it must be an absolute URL that begins with http://");
        }
    }
}
