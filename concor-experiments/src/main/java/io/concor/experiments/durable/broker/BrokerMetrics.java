package io.concor.experiments.durable.broker;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.concor.experiments.testbed.ExperimentException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The counters that a broker shows by JMX, over a connection that stays open. For one thread. */
final class BrokerMetrics implements AutoCloseable {

    private static final String REQUESTS = "kafka.network:type=RequestMetrics,name=RequestsPerSec,*";
    /** The key of the kind in the names of these counters. */
    private static final String KIND = "request";
    /** Each of these counts as one of a consumer or a broker as well. */
    private static final String ALL_FETCHES = "Fetch";

    private static final String BYTES_IN = "kafka.server:type=BrokerTopicMetrics,name=BytesInPerSec";
    private static final String BYTES_OUT = "kafka.server:type=BrokerTopicMetrics,name=BytesOutPerSec";
    private static final String CONNECTIONS = "kafka.server:type=socket-server-metrics,listener=%s,networkProcessor=*";
    private static final String COUNT = "Count";

    private final JMXConnector connector;

    private BrokerMetrics(JMXConnector connector) {
        this.connector = connector;
    }

    /** Connects to a broker of this machine and user. */
    @SuppressWarnings("BanJNDI") // the other side is a process that this one has started
    static BrokerMetrics connect(long pid) {
        try {
            VirtualMachine broker = VirtualMachine.attach(Long.toString(pid));
            try {
                JMXServiceURL address = new JMXServiceURL(broker.startLocalManagementAgent());
                return new BrokerMetrics(JMXConnectorFactory.connect(address));
            } finally {
                broker.detach();
            }
        } catch (AttachNotSupportedException | IOException failed) {
            throw unreadable(failed);
        }
    }

    BrokerTraffic traffic() {
        try {
            MBeanServerConnection broker = connector.getMBeanServerConnection();
            return new BrokerTraffic(requests(broker), sum(broker, BYTES_IN, COUNT), sum(broker, BYTES_OUT, COUNT));
        } catch (IOException | JMException failed) {
            throw unreadable(failed);
        }
    }

    /** There is a counter for each version of each kind. */
    private static Map<String, Long> requests(MBeanServerConnection broker) throws IOException, JMException {
        Map<String, Long> requests = new HashMap<>();
        for (ObjectName each : broker.queryNames(new ObjectName(REQUESTS), null)) {
            String kind = each.getKeyProperty(KIND);
            if (!ALL_FETCHES.equals(kind)) {
                requests.merge(kind, number(broker, each, COUNT), Long::sum);
            }
        }
        return requests;
    }

    /** @param protocol of the listener, which is its name, too */
    long connections(String protocol) {
        try {
            return sum(connector.getMBeanServerConnection(), CONNECTIONS.formatted(protocol), "connection-count");
        } catch (IOException | JMException failed) {
            throw unreadable(failed);
        }
    }

    /** Counters that are not there have counted nothing yet. */
    private static long sum(MBeanServerConnection broker, String name, String attribute)
            throws IOException, JMException {
        long sum = 0;
        for (ObjectName each : broker.queryNames(new ObjectName(name), null)) {
            sum += number(broker, each, attribute);
        }
        return sum;
    }

    private static long number(MBeanServerConnection broker, ObjectName of, String attribute)
            throws IOException, JMException {
        return ((Number) broker.getAttribute(of, attribute)).longValue();
    }

    private static ExperimentException unreadable(Exception cause) {
        return new ExperimentException("The counters of the broker cannot be read; they need a JDK", cause);
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException gone) {
            // the broker has ended
        }
    }
}
