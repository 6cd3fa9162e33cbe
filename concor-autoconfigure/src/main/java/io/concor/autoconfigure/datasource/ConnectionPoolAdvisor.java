package io.concor.autoconfigure.datasource;

import io.concor.Component;
import io.concor.TaskKind;
import io.concor.layout.FlowState;
import io.concor.layout.Topology;
import io.concor.manage.LayoutAdvisor;
import io.concor.manage.Manager;
import io.concor.manage.UnknownNameException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.jdbc.metadata.CompositeDataSourcePoolMetadataProvider;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadata;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;

/**
 * Warns if the stages with synchronized-remote tasks have more threads than the only or primary data source has
 * connections: the surplus threads would wait for a connection. Thread-safe.
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
        return all <= connections ? List.of() : List.of(warning(own, all, connections));
    }

    private static String warning(int own, int all, int connections) {
        String threads = own == all
                ? "up to %d threads".formatted(own)
                : "up to %d threads (%d including the other flows)".formatted(own, all);
        return "its stages with synchronized-remote tasks have %s, but the data source has up to %d connections; if these tasks use it, the surplus threads wait for a connection"
                .formatted(threads, connections);
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

    private static int threads(Topology topology) {
        Set<String> remote = topology.components().stream()
                .filter(component -> component.kind() == TaskKind.SYNCHRONIZED_REMOTE)
                .map(Component::name)
                .collect(Collectors.toSet());
        return topology.stages().stream()
                .filter(stage -> stage.components().stream().anyMatch(remote::contains))
                .mapToInt(stage -> stage.join() == null ? 0 : stage.join().threads())
                .sum();
    }
}
