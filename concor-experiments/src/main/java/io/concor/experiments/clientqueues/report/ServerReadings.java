package io.concor.experiments.clientqueues.report;

import io.concor.experiments.clientqueues.testbed.QueueServerProcess;
import io.concor.experiments.clientqueues.testbed.QueueServers;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/** Reads servers and their database during a load: at its begin, every ten seconds, and at its end. For one thread. */
final class ServerReadings {

    /** The servers report their last ten seconds. */
    private static final int EVERY = 10;

    private static final String UNREAD = "not read";

    private final QueueServers servers;
    private final List<Supplier<JsonNode>> statistics;
    private final List<Supplier<String>> verdicts;
    private int seconds;
    private ServerCounters begin;
    private ServerCounters end;
    private StageTimes stages = new StageTimes();
    private String verdict = UNREAD;

    ServerReadings(QueueServers servers) {
        this.servers = servers;
        statistics = servers.all().stream().map(QueueServerProcess::statistics).toList();
        verdicts = servers.all().stream().map(QueueServerProcess::verdict).toList();
        begin = ServerCounters.read(servers);
        end = begin;
    }

    /** Begins with a load. */
    void begin(int loadSeconds) {
        seconds = loadSeconds;
        stages = new StageTimes();
        verdict = UNREAD;
    }

    /** Returns the seconds of the load after which something is read. */
    IntStream moments() {
        return IntStream.range(-1, seconds).filter(this::isRead);
    }

    private boolean isRead(int second) {
        return second == -1 || second >= 0 && (second % EVERY == EVERY - 1 || second == seconds - 1);
    }

    /** Reads what is due when a second of the load has ended. Those of its warm-up are negative. */
    void secondEnded(int second) {
        if (second >= seconds || !isRead(second)) {
            return;
        }
        if (second == -1) {
            begin = ServerCounters.read(servers);
        } else {
            statistics.forEach(each -> stages.add(each.get()));
        }
        if (second == seconds - 1) {
            verdict = verdicts.stream().map(Supplier::get).distinct().collect(Collectors.joining(", "));
            end = ServerCounters.read(servers);
        }
    }

    /** Returns what was read since the begin. */
    ServerReport report() {
        return new ServerReport(
                end.since(begin),
                stages.waitingMillis(),
                stages.highestWaitingP99Millis(),
                stages.callMillis(),
                stages.requestsPerBatch(),
                stages.batchesPerSecond() * verdicts.size(),
                verdict);
    }
}
