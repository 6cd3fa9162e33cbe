package io.concor.autoconfigure.datasource;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.manage.Manager;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the warning for layouts with more threads than database connections. */
@AutoConfiguration(
        after = ConcorAutoConfiguration.class,
        afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@ConditionalOnClass({DataSource.class, DataSourcePoolMetadataProvider.class})
@ConditionalOnBean(Manager.class)
@ConditionalOnSingleCandidate(DataSource.class)
public final class ConcorDataSourceAutoConfiguration {

    ConcorDataSourceAutoConfiguration() {}

    @Bean
    ConnectionPoolAdvisor concorConnectionPoolAdvisor(
            Manager manager,
            ApplicationContext context,
            ConfigurableListableBeanFactory beans,
            ObjectProvider<DataSource> dataSource,
            ObjectProvider<DataSourcePoolMetadataProvider> providers) {
        return new ConnectionPoolAdvisor(manager, context, new ConnectingBeans(beans), dataSource, providers);
    }
}
