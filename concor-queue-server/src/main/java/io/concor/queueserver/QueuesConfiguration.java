package io.concor.queueserver;

import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.autoconfigure.properties.section.QueueSettings;
import io.concor.queues.client.jdbc.JdbcQueues;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The queues: in a SQLite file, or in the database of the data source. */
@Configuration(proxyBeanMethods = false)
class QueuesConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "concor.queues.store", havingValue = "jdbc")
    @Import(DataSourceAutoConfiguration.class) // an exclusion holds for imports of auto-configurations, too
    static class Database {

        @Bean
        JdbcQueues queues(QueueServerProperties properties, ConcorProperties concor, DataSource database) {
            return JdbcQueues.of(database, properties.settings(concor.queues().remember()));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "concor.queues.store", havingValue = "sqlite", matchIfMissing = true)
    static class File {

        @Bean
        JdbcQueues queues(QueueServerProperties properties, ConcorProperties concor) {
            QueueSettings store = concor.queues();
            return JdbcQueues.file(Path.of(store.location()), properties.settings(store.remember()));
        }
    }
}
