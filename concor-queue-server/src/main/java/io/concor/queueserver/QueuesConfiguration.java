package io.concor.queueserver;

import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.autoconfigure.properties.section.QueueSettings;
import io.concor.queues.client.QueuesSettings;
import io.concor.queues.client.jdbc.JdbcQueues;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The queues: in a SQLite file, or in the database of the data source. */
@Configuration(proxyBeanMethods = false)
class QueuesConfiguration {

    @Bean
    JdbcQueues queues(QueueServerProperties properties, ConcorProperties concor, ObjectProvider<DataSource> database) {
        QueueSettings store = concor.queues();
        QueuesSettings settings = properties.settings(store.remember());
        return store.store() == QueueSettings.Store.JDBC
                ? JdbcQueues.of(database.getObject(), settings)
                : JdbcQueues.file(Path.of(store.location()), settings);
    }
}
