package io.concor.experiments.durable.broker;

import io.concor.experiments.testbed.DataFolder;
import io.concor.experiments.testbed.Workspace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** One broker, or several that share topics; of three, one may fail. For one thread. */
public final class BrokerCluster implements AutoCloseable {

    private final List<BrokerProcess> brokers = new ArrayList<>();
    private final String address;

    private BrokerCluster(Workspace workspace, Path folder, Path data, int count) {
        try {
            BrokerPlace.of(count)
                    .forEach(place ->
                            brokers.add(BrokerProcess.launch(workspace, folder, DataFolder.createIn(data), place)));
            brokers.forEach(broker -> broker.awaitAnswer(count));
        } catch (RuntimeException failed) {
            close();
            throw failed;
        }
        address = brokers.stream().map(BrokerProcess::address).collect(Collectors.joining(","));
    }

    /**
     * Starts brokers without topics, and waits until they answer.
     *
     * @param folder for their logs
     * @param data for their data; exists, and is not deleted at the end
     */
    public static BrokerCluster start(Workspace workspace, Path folder, Path data, int count) {
        return new BrokerCluster(workspace, folder, data, count);
    }

    /** Returns hosts and ports. */
    public String address() {
        return address;
    }

    /** Returns how many there are that were not killed. */
    public int size() {
        return brokers.size();
    }

    /** Returns what those have done that were not killed. */
    public BrokerCounters counters() {
        return brokers.stream().map(BrokerProcess::counters).reduce(BrokerCounters.NONE, BrokerCounters::plus);
    }

    /** Returns how many connections others have to them, and they to each other. */
    public long connections() {
        return brokers.stream().mapToLong(BrokerProcess::connections).sum();
    }

    /** Kills one ({@code kill -9}), and waits until it has ended. */
    public void killOne() {
        BrokerProcess last = brokers.remove(brokers.size() - 1);
        last.kill();
        last.close();
    }

    @Override
    public void close() {
        brokers.forEach(BrokerProcess::close);
    }
}
