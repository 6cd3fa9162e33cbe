package io.concor.autoconfigure.datasource;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import io.concor.diagnosis.signal.ConnectionPools.PoolReading;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesBean;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.context.ApplicationContext;

/**
 * The pool of a data source of HikariCP, which starts with the first connection. Thread-safe.
 *
 * @param bean the name of the bean that the data source was found by
 */
record HikariPool(
        HikariDataSource identity, String bean, @Nullable String setting) implements ReadablePool {

    private static final String SIGNAL = "hikaricp.connections";

    /** Returns the pool of a data source, or null if it is of another kind. */
    static @Nullable ReadablePool of(String bean, DataSource source, @Nullable String setting) {
        HikariDataSource hikari = DataSourceUnwrapper.unwrap(source, HikariConfigMXBean.class, HikariDataSource.class);
        return hikari == null ? null : new HikariPool(hikari, bean, setting);
    }

    /**
     * Returns the property of the largest number of connections, or null if the bean is not bound to properties, or is one
     * that only wraps the data source.
     */
    static @Nullable String maximumPoolSize(ApplicationContext context, String bean, Object instance) {
        ConfigurationPropertiesBean properties = ConfigurationPropertiesBean.get(context, instance, bean);
        return properties == null || !bindsPool(properties)
                ? null
                : properties.getAnnotation().prefix() + ".maximum-pool-size";
    }

    /** A bean that was wrapped after its binding is known by the type that its method declares. */
    private static boolean bindsPool(ConfigurationPropertiesBean properties) {
        return properties.getInstance() instanceof HikariConfig
                || HikariConfig.class.isAssignableFrom(
                        properties.asBindTarget().getType().toClass());
    }

    @Override
    public @Nullable PoolReading read() {
        HikariPoolMXBean pool = identity.getHikariPoolMXBean();
        return pool == null || identity.isClosed()
                ? null
                : new PoolReading(
                        Objects.requireNonNullElse(identity.getPoolName(), "HikariPool"),
                        bean,
                        SIGNAL,
                        setting,
                        identity.getMaximumPoolSize(),
                        pool.getActiveConnections(),
                        pool.getThreadsAwaitingConnection());
    }
}
