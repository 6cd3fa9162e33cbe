package io.concor.autoconfigure.queue;

import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.queue.EventHeaders;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.codec.MessageFormat;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.core.io.ResourceLoader;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Auto-configuration of the store of durable slots: a SQLite file, or the database of the application. An application may define
 * a {@link JdbcQueueStore} of its own instead. The store is opened when it is needed, by a durable slot, by dead letters that are
 * kept, or because something lies there: before, there is neither a file nor a thread.
 */
@AutoConfiguration(
        after = ConcorMessageFormatAutoConfiguration.class,
        afterName = {
            "io.concor.autoconfigure.propagation.ConcorEventHeadersAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
        })
@ConditionalOnClass(JdbcQueueStore.class)
@ConditionalOnMissingBean(JdbcQueueStore.class)
@EnableConfigurationProperties(ConcorProperties.class)
public final class ConcorQueueStoreAutoConfiguration {

    /** The name of the bean of the store. */
    static final String STORE = "concorQueueStore";

    ConcorQueueStoreAutoConfiguration() {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "concor.queues.store", havingValue = "sqlite", matchIfMissing = true)
    static class File {

        @Bean(STORE)
        @ConditionalOnMissingBean
        LazyQueueStore concorQueueStore(
                ConcorProperties properties,
                ResourceLoader context,
                ObjectProvider<MessageFormat> formats,
                ObjectProvider<EventHeaders> headers) {
            return LazyQueueStore.of(
                    new FileStorePlace(properties.queues(), context.getClassLoader()), formats, headers);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "concor.queues.store", havingValue = "jdbc")
    @ConditionalOnClass({
        DataSource.class,
        DataSourceUtils.class,
        PlatformTransactionManager.class,
        DataSourcePoolMetadataProvider.class
    })
    @Order(1)
    static class Database {

        @Bean(STORE)
        @ConditionalOnMissingBean
        @DependsOnDatabaseInitialization
        LazyQueueStore concorQueueStore(
                ConcorProperties properties,
                ConfigurableListableBeanFactory beans,
                ObjectProvider<DataSourcePoolMetadataProvider> pools,
                ObjectProvider<MessageFormat> formats,
                ObjectProvider<EventHeaders> headers) {
            StoreDatabase database = StoreDatabase.find(properties.queues().dataSource(), beans, pools);
            return LazyQueueStore.of(new DatabaseStorePlace(properties.queues(), database), formats, headers);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "concor.queues.store", havingValue = "jdbc")
    @ConditionalOnMissingBean(LazyQueueStore.class)
    @Order(2)
    static class MissingJdbc {

        @Bean(STORE)
        LazyQueueStore concorQueueStore() {
            throw QueueStoreSetupException.noJdbc();
        }
    }
}
