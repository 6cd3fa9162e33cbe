package io.concor.queueserver.management;

import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import io.concor.autoconfigure.endpoint.CallerContext;
import io.concor.queues.client.Queues;
import io.concor.queueserver.QueueServerProperties;
import javax.sql.DataSource;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The endpoint of the connections to the database. A SQLite file has one connection that writes, whose number cannot be changed. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "concor.queues.store", havingValue = "jdbc")
class ConnectionsEndpointConfiguration {

    /** @param queues have started the pool */
    @Bean
    @ConditionalOnAvailableEndpoint
    ConcorConnectionsEndpoint concorConnectionsEndpoint(
            DataSource database, Queues queues, QueueServerProperties properties, CallerContext caller) {
        HikariDataSource pool = DataSourceUnwrapper.unwrap(database, HikariConfigMXBean.class, HikariDataSource.class);
        if (pool == null) {
            throw new IllegalStateException(
                    "The endpoint concorconnections needs a pool of HikariCP, and the data source"
                            + " is none: remove spring.datasource.type, or set management.endpoint.concorconnections.access to"
                            + " none");
        }
        return new ConcorConnectionsEndpoint(new DatabaseConnections(pool, properties.maxConnections()), caller);
    }
}
