package io.concor.simulator.queues;

import io.concor.simulator.queues.check.ClientRange;
import io.concor.simulator.queues.check.DeliveryResult;
import io.concor.simulator.queues.http.QueueServerAddress;
import io.concor.simulator.result.HostInfo;
import io.concor.simulator.result.RunEnding;
import java.io.IOException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a run. The components are the fields of {@code result.json}.
 *
 * @param name name of the run
 * @param servers URLs of the servers
 * @param clients the clients of this process and of all processes
 * @param queues number of queues
 * @param messageSize characters of a message
 * @param leaseMillis how long a received message was leased; 0 if a receive deleted it
 * @param warmUpSeconds duration of the load that is not counted
 * @param rate maximum number of requests per second; 0 for no limit
 * @param machine where the simulator ran
 * @param started start of the counted part as ISO 8601
 * @param ending why the run ended
 * @param processors processors that the simulator used during the load, on average
 * @param drained whether all clients have received what there was for them
 * @param logFailure why a log of the clients is incomplete, or null
 * @param deliveries what the check of the messages found
 * @param account requests and latencies
 */
public record QueuesResult(
        String name,
        List<String> servers,
        ClientRange clients,
        int queues,
        int messageSize,
        long leaseMillis,
        int warmUpSeconds,
        int rate,
        HostInfo machine,
        String started,
        RunEnding ending,
        double processors,
        boolean drained,
        @Nullable String logFailure,
        DeliveryResult deliveries,
        QueuesStatistics account) {

    /** Returns the result of a run on this host. */
    public static QueuesResult of(String name, ClientLoadSettings settings, QueuesOutcome outcome, RunEnding ending) {
        IOException logFailure = outcome.logFailure();
        return new QueuesResult(
                name,
                settings.connections().servers().stream()
                        .map(QueueServerAddress::url)
                        .toList(),
                settings.clients(),
                settings.queues(),
                settings.messageSize(),
                settings.lease() == null ? 0 : settings.lease().toMillis(),
                settings.warmUpSeconds(),
                settings.rate(),
                HostInfo.current(),
                outcome.start().truncatedTo(ChronoUnit.MILLIS).toString(),
                ending,
                outcome.processors(),
                outcome.drained(),
                logFailure == null ? null : logFailure.toString(),
                outcome.deliveries(),
                outcome.statistics());
    }

    /** Whether no message was lost, twice or wrong, and the logs are complete. */
    public boolean isCorrect() {
        return deliveries.isCorrect() && logFailure == null;
    }

    /** Returns a summary of a few lines. */
    public String summary() {
        return new QueuesSummary(this).text();
    }
}
