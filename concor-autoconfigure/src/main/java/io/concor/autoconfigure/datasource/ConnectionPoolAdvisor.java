package io.concor.autoconfigure.datasource;

import io.concor.Component;
import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.layout.FlowState;
import io.concor.layout.Topology;
import io.concor.layout.Topology.Stage;
import io.concor.layout.Topology.TransactionScope;
import io.concor.manage.LayoutAdvisor;
import io.concor.manage.Manager;
import io.concor.manage.UnknownNameException;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.jdbc.metadata.CompositeDataSourcePoolMetadataProvider;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadata;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;

/**
 * Warns if the stages with synchronized-remote tasks or in transactions have more threads than the only or primary data
 * source has connections: the surplus threads would wait for a connection. Thread-safe.
 */
final class ConnectionPoolAdvisor implements LayoutAdvisor {

    private final Manager manager;
    private final ObjectProvider<DataSource> dataSource;
    private final ObjectProvider<DataSourcePoolMetadataProvider> providers;

    ConnectionPoolAdvisor(
            Manager manager,
            ObjectProvider<DataSource> dataSource,
            ObjectProvider<DataSourcePoolMetadataProvider> providers) {
        this.manager = manager;
        this.dataSource = dataSource;
        this.providers = providers;
    }

    @Override
    public List<String> warnings(Topology planned) {
        Integer connections = connections();
        int own = threads(planned);
        if (connections == null || connections < 0 || own == 0) {
            return List.of();
        }
        int all = own + others(planned.flow());
        return all <= connections ? List.of() : List.of(warning(planned, own, all, connections));
    }

    private static String warning(Topology planned, int own, int all, int connections) {
        String threads = own == all
                ? "up to %d threads".formatted(own)
                : "up to %d threads (%d including the other flows)".formatted(own, all);
        return "the stages of %s, which have synchronized-remote tasks or transactions, have %s, but the data source has up to %d connections. If these tasks use it, the surplus threads wait for a connection: use fewer threads, or raise the maximum of the connection pool"
                .formatted(slots(planned), threads, connections);
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

    private int others(String flow) {
        return manager.names().stream()
                .filter(other -> !other.equals(flow))
                .mapToInt(this::threadsUnlessGone)
                .sum();
    }

    /** Returns 0 for a closed flow, which has no threads and may be removed from the manager at any time. */
    private int threadsUnlessGone(String flow) {
        try {
            Topology topology = manager.topology(flow);
            return topology.state() == FlowState.CLOSED ? 0 : threads(topology);
        } catch (UnknownNameException gone) {
            return 0;
        }
    }

    private static String slots(Topology topology) {
        return connecting(topology).map(stage -> "'" + stage.name() + "'").collect(Collectors.joining(", "));
    }

    private static int threads(Topology topology) {
        return connecting(topology)
                .map(Stage::join)
                .filter(Objects::nonNull)
                .mapToInt(JoinSettings::threads)
                .sum();
    }

    /** Returns the stages of joins whose threads may need a connection. */
    private static Stream<Stage> connecting(Topology topology) {
        Set<String> components = new HashSet<>(remote(topology));
        topology.transactions().forEach(scope -> components.addAll(inScope(topology, scope)));
        return topology.stages().stream()
                .filter(stage -> stage.join() != null)
                .filter(stage -> stage.components().stream().anyMatch(components::contains));
    }

    private static List<String> remote(Topology topology) {
        return topology.components().stream()
                .filter(component -> component.kind() == TaskKind.SYNCHRONIZED_REMOTE)
                .map(Component::name)
                .toList();
    }

    private static List<String> inScope(Topology topology, TransactionScope scope) {
        List<String> names = topology.components().stream().map(Component::name).toList();
        return names.subList(names.indexOf(scope.from()), names.indexOf(scope.to()) + 1);
    }
}
