package io.concor.autoconfigure.datasource;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.diagnosis.ConcorDiagnosisAutoConfiguration;
import io.concor.diagnosis.signal.ConnectionPools;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the connection pools that the diagnosis reads. */
@AutoConfiguration(
        after = ConcorAutoConfiguration.class,
        before = ConcorDiagnosisAutoConfiguration.class,
        afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@ConditionalOnClass({ConnectionPools.class, DataSource.class, DataSourcePoolMetadataProvider.class})
@ConditionalOnBean(DataSource.class)
public final class ConcorConnectionPoolsAutoConfiguration {

    ConcorConnectionPoolsAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(ConnectionPools.class)
    DataSourcePools concorConnectionPools(
            ConfigurableListableBeanFactory beans,
            ApplicationContext context,
            ObjectProvider<DataSourcePoolMetadataProvider> providers) {
        return new DataSourcePools(beans, context, providers);
    }
}
