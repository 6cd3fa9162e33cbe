package io.concor.autoconfigure.datasource;

import io.concor.diagnosis.signal.ConnectionPools;
import io.concor.diagnosis.signal.ConnectionPools.PoolReading;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.jdbc.metadata.CompositeDataSourcePoolMetadataProvider;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadata;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.util.ClassUtils;

/**
 * The connection pools of the data source beans that exist so far, without creating a bean, starting a pool or opening a
 * connection. A pool that cannot be read is left out. Thread-safe.
 */
final class DataSourcePools implements ConnectionPools {

    private static final Logger log = LoggerFactory.getLogger(DataSourcePools.class);
    private static final boolean HIKARI_PRESENT =
            ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource", DataSourcePools.class.getClassLoader());

    /** Ten seconds. */
    private static final int READINGS_PER_SEARCH = 100;

    private final ConfigurableListableBeanFactory beans;
    private final ApplicationContext context;
    private final ObjectProvider<DataSourcePoolMetadataProvider> providers;
    /** How to read the pools of each bean. A bean is looked at once: unwrapping takes time. Guarded by this. */
    private final Map<String, List<ReadablePool>> known = new HashMap<>();

    private List<String> names = List.of();
    private int readings;

    DataSourcePools(
            ConfigurableListableBeanFactory beans,
            ApplicationContext context,
            ObjectProvider<DataSourcePoolMetadataProvider> providers) {
        this.beans = beans;
        this.context = context;
        this.providers = providers;
    }

    /** Two beans may share a pool: a data source and its lazy proxy. The one whose property is known counts, else the first. */
    @Override
    public synchronized List<PoolReading> read() {
        Map<Object, ReadablePool> distinct = new LinkedHashMap<>();
        names().filter(beans::containsSingleton)
                .flatMap(name -> known.computeIfAbsent(name, this::find).stream())
                .forEach(pool -> distinct.merge(
                        pool.identity(),
                        pool,
                        (first, other) -> first.setting() == null && other.setting() != null ? other : first));
        return withUniqueNames(distinct.values().stream()
                .map(DataSourcePools::read)
                .filter(Objects::nonNull)
                .toList());
    }

    /** The bean factory searches all its definitions at each call, so it is asked from time to time only. */
    private Stream<String> names() {
        if (readings++ % READINGS_PER_SEARCH == 0) {
            names = List.of(beans.getBeanNamesForType(DataSource.class, true, false));
        }
        return names.stream();
    }

    private List<ReadablePool> find(String bean) {
        try {
            return beans.getSingleton(bean) instanceof DataSource source ? find(bean, source) : List.of();
        } catch (RuntimeException failed) {
            log.debug("The connection pool of bean '{}' is unknown", bean, failed);
            return List.of();
        }
    }

    private List<ReadablePool> find(String bean, DataSource source) {
        if (source instanceof AbstractRoutingDataSource routing) {
            Collection<DataSource> targets = routing.getResolvedDataSources().values();
            return targets.stream()
                    .flatMap(target -> find(bean, target).stream())
                    .toList();
        }
        ReadablePool hikari = HIKARI_PRESENT ? HikariPool.of(bean, source, property(bean, source)) : null;
        if (hikari != null) {
            return List.of(hikari);
        }
        DataSourcePoolMetadataProvider metadata = new CompositeDataSourcePoolMetadataProvider(
                providers.orderedStream().toList());
        return Stream.ofNullable(metadata.getDataSourcePoolMetadata(source))
                .<ReadablePool>map(pool -> new MetadataPool(bean, pool))
                .toList();
    }

    /** The target of a routing data source is not the bean, so the properties of the bean are not its own. */
    private @Nullable String property(String bean, DataSource source) {
        return beans.getSingleton(bean) == source ? HikariPool.maximumPoolSize(context, bean, source) : null;
    }

    @Override
    public boolean mayConnect(@Nullable String bean) {
        return new ConnectingBeans(beans).mayConnect(bean);
    }

    private static @Nullable PoolReading read(ReadablePool pool) {
        try {
            return pool.read();
        } catch (RuntimeException failed) {
            log.debug("A connection pool could not be read", failed);
            return null;
        }
    }

    /** Pools without a name of their own may have the same one. */
    private static List<PoolReading> withUniqueNames(List<PoolReading> pools) {
        return IntStream.range(0, pools.size())
                .mapToObj(i ->
                        isTaken(pools.get(i).name(), pools.subList(0, i)) ? renamed(pools.get(i), i) : pools.get(i))
                .toList();
    }

    private static boolean isTaken(String name, List<PoolReading> earlier) {
        return earlier.stream().anyMatch(pool -> pool.name().equals(name));
    }

    private static PoolReading renamed(PoolReading pool, int number) {
        return new PoolReading(
                pool.name() + " (" + (number + 1) + ")",
                pool.bean(),
                pool.signal(),
                pool.setting(),
                pool.most(),
                pool.active(),
                pool.pending());
    }

    /**
     * A pool that Spring Boot knows, which does not report how many threads wait. It is named by its bean: which property
     * limits its connections depends on how that is configured.
     *
     * @param bean the name of the data source
     */
    private record MetadataPool(String bean, DataSourcePoolMetadata pool) implements ReadablePool {

        private static final String SIGNAL = "jdbc.connections";

        @Override
        public Object identity() {
            return this;
        }

        @Override
        public @Nullable String setting() {
            return null;
        }

        @Override
        public @Nullable PoolReading read() {
            Integer active = pool.getActive();
            Integer most = pool.getMax();
            return active == null || most == null || most <= 0 // unlimited
                    ? null
                    : new PoolReading(bean, bean, SIGNAL, setting(), most, active, null);
        }
    }
}
