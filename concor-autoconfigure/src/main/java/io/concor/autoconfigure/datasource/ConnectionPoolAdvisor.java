package io.concor.autoconfigure.datasource;

import io.concor.Component;
import io.concor.JoinSettings;
import io.concor.layout.FlowState;
import io.concor.layout.Stages;
import io.concor.layout.Topology;
import io.concor.layout.Topology.TransactionScope;
import io.concor.manage.LayoutAdvisor;
import io.concor.manage.Manager;
import io.concor.manage.UnknownNameException;
import io.concor.text.Sentence;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.jdbc.metadata.CompositeDataSourcePoolMetadataProvider;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadata;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

/**
 * Warns if the stages with synchronized-remote tasks that may use connections, or in transactions, have more threads than
 * the only or primary data source has connections: the surplus threads would wait for a connection. Of changes, only
 * those that add such threads are reported. The flows share the connections: after all have started and the presets are
 * loaded, one warning is about all their layouts. Thread-safe.
 */
final class ConnectionPoolAdvisor implements LayoutAdvisor, ApplicationListener<ContextRefreshedEvent> {

    private static final Logger log = LoggerFactory.getLogger(ConnectionPoolAdvisor.class);

    private final Manager manager;
    private final ApplicationContext context;
    private final ConnectingBeans beans;
    private final ObjectProvider<DataSource> dataSource;
    private final ObjectProvider<DataSourcePoolMetadataProvider> providers;

    ConnectionPoolAdvisor(
            Manager manager,
            ApplicationContext context,
            ConnectingBeans beans,
            ObjectProvider<DataSource> dataSource,
            ObjectProvider<DataSourcePoolMetadataProvider> providers) {
        this.manager = manager;
        this.context = context;
        this.beans = beans;
        this.dataSource = dataSource;
        this.providers = providers;
    }

    /** Returns none: see {@link #onApplicationEvent}. */
    @Override
    public List<String> warnings(Topology planned) {
        return List.of();
    }

    @Override
    public List<String> warnings(Topology before, Topology planned) {
        return threads(planned) <= threads(before)
                ? List.of()
                : warning(Stream.concat(Stream.of(planned), others(planned.flow()))).stream()
                        .toList();
    }

    /** Ignores child contexts, such as that of the management port: their events arrive here as well. */
    @Override
    public void onApplicationEvent(ContextRefreshedEvent started) {
        if (started.getApplicationContext() == context) {
            warning(manager.names().stream().flatMap(this::openFlow))
                    .ifPresent(warning -> log.warn("Connections: {}", warning));
        }
    }

    private Optional<String> warning(Stream<Topology> flows) {
        List<Topology> connecting = flows.filter(flow -> threads(flow) > 0)
                .sorted(Comparator.comparing(Topology::flow))
                .toList();
        int threads = connecting.stream().mapToInt(this::threads).sum();
        Integer connections = connections();
        return connections == null || connections < 0 || threads <= connections
                ? Optional.empty()
                : Optional.of(warning(connecting, threads, connections));
    }

    private String warning(List<Topology> flows, int threads, int connections) {
        return Sentence.of(
                "the stages with synchronized-remote tasks or transactions (%s) have up to %d threads, but the data source has at most %s. If these tasks use it, the surplus threads wait for a connection: raise the maximum of the connection pool to as many, or use fewer threads if the load permits it",
                flows.stream().map(this::slots).collect(Collectors.joining("; ")),
                threads,
                connections == 1 ? "1 connection" : connections + " connections");
    }

    /** Returns the maximum size of the connection pool, or null if it is unknown. */
    private @Nullable Integer connections() {
        DataSource pool = dataSource.getIfUnique();
        DataSourcePoolMetadata metadata = pool == null
                ? null
                : new CompositeDataSourcePoolMetadataProvider(
                                providers.orderedStream().toList())
                        .getDataSourcePoolMetadata(pool);
        return metadata == null ? null : metadata.getMax();
    }

    private Stream<Topology> others(String flow) {
        return manager.names().stream().filter(other -> !other.equals(flow)).flatMap(this::openFlow);
    }

    /** Returns nothing for a closed flow, which has no threads and may be removed from the manager at any time. */
    private Stream<Topology> openFlow(String flow) {
        try {
            return Stream.of(manager.flow(flow).topology()).filter(topology -> topology.state() != FlowState.CLOSED);
        } catch (UnknownNameException gone) {
            return Stream.empty();
        }
    }

    private String slots(Topology topology) {
        return connecting(topology)
                .mapToObj(slot -> "'" + topology.components().get(slot).name() + "'")
                .collect(Collectors.joining(", ", Sentence.of("flow '%s': ", topology.flow()), ""));
    }

    private int threads(Topology topology) {
        Stages threads = topology.threads();
        return connecting(topology)
                .mapToObj(threads::join)
                .filter(Objects::nonNull)
                .mapToInt(JoinSettings::threads)
                .sum();
    }

    /** Returns the filled slots whose threads may need a connection. */
    private IntStream connecting(Topology topology) {
        Stages threads = topology.threads();
        return threads.starts()
                .filter(topology.placement()::isHere)
                .filter(slot -> threads.serving(slot) == slot)
                .filter(slot -> threads.runFrom(slot).anyMatch(component -> mayConnect(topology, component)));
    }

    private boolean mayConnect(Topology topology, int index) {
        Component component = topology.components().get(index);
        return component.kind().blocks() && beans.mayConnect(component.bean())
                || topology.transactions().stream().anyMatch(scope -> isWithin(topology, scope, index));
    }

    private static boolean isWithin(Topology topology, TransactionScope scope, int index) {
        List<String> names = topology.components().stream().map(Component::name).toList();
        return names.indexOf(scope.from()) <= index && index <= names.indexOf(scope.to());
    }
}
