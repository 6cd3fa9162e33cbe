package io.concor.autoconfigure.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.jdbc.metadata.CompositeDataSourcePoolMetadataProvider;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadata;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.DefaultJpaDialect;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.ResourceTransactionManager;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * The data source of the store, and the transaction managers that the application has for it. The managers are looked up when
 * they are needed first: that of JPA may need beans that need a flow. Thread-safe.
 */
final class StoreDatabase {

    /** Those that the store keeps, one for the handling of events, and one for a caller. */
    private static final int CONNECTIONS_NEEDED = 6;

    private static final boolean JPA_PRESENT = ClassUtils.isPresent(
            "org.springframework.orm.jpa.JpaTransactionManager", StoreDatabase.class.getClassLoader());

    private final String name;
    private final DataSource dataSource;
    private final ConfigurableListableBeanFactory beans;
    private final ObjectProvider<DataSourcePoolMetadataProvider> pools;
    private final SingletonSupplier<SpringStoreTransactions> transactions =
            SingletonSupplier.of(this::findTransactions);

    private StoreDatabase(
            String name,
            DataSource dataSource,
            ConfigurableListableBeanFactory beans,
            ObjectProvider<DataSourcePoolMetadataProvider> pools) {
        this.name = name;
        this.dataSource = withoutProxy(dataSource);
        this.beans = beans;
        this.pools = pools;
        keepUntilStoreIsClosed(name);
    }

    /**
     * Finds a data source.
     *
     * @param wanted the name of its bean; null for the only or the primary one
     * @throws QueueStoreSetupException if there is none, or none of several is chosen
     */
    static StoreDatabase find(
            @Nullable String wanted,
            ConfigurableListableBeanFactory beans,
            ObjectProvider<DataSourcePoolMetadataProvider> pools) {
        String name = wanted == null || wanted.isBlank() ? onlyName(beans) : wanted;
        if (!beans.containsBean(name) || !beans.isTypeMatch(name, DataSource.class)) {
            throw QueueStoreSetupException.unknownDataSource(name, names(beans));
        }
        return new StoreDatabase(name, beans.getBean(name, DataSource.class), beans, pools);
    }

    private static String onlyName(ConfigurableListableBeanFactory beans) {
        try {
            return beans.resolveNamedBean(DataSource.class).getBeanName();
        } catch (NoUniqueBeanDefinitionException several) {
            throw QueueStoreSetupException.severalDataSources(names(beans));
        } catch (NoSuchBeanDefinitionException none) {
            throw QueueStoreSetupException.noDataSource();
        }
    }

    private static List<String> names(ConfigurableListableBeanFactory beans) {
        return List.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, DataSource.class));
    }

    /** Transaction managers bind the connection to the data source itself. */
    private static DataSource withoutProxy(DataSource dataSource) {
        return dataSource instanceof TransactionAwareDataSourceProxy proxy && proxy.getTargetDataSource() != null
                ? proxy.getTargetDataSource()
                : dataSource;
    }

    private void keepUntilStoreIsClosed(String bean) {
        beans.registerDependentBean(bean, ConcorQueueStoreAutoConfiguration.STORE);
    }

    DataSource dataSource() {
        return dataSource;
    }

    /**
     * Checks that the store leaves the application connections.
     *
     * @throws QueueStoreSetupException if the pool is known to be too small
     */
    void requireConnections() {
        DataSourcePoolMetadata pool = new CompositeDataSourcePoolMetadataProvider(
                        pools.orderedStream().toList())
                .getDataSourcePoolMetadata(dataSource);
        Integer most = pool == null ? null : pool.getMax();
        if (most != null && most > 0 && most < CONNECTIONS_NEEDED) {
            throw QueueStoreSetupException.tooFewConnections(name, most, CONNECTIONS_NEEDED);
        }
    }

    SpringStoreTransactions transactions() {
        return transactions.obtain();
    }

    private SpringStoreTransactions findTransactions() {
        List<PlatformTransactionManager> managers = new ArrayList<>();
        Map<String, PlatformTransactionManager> all =
                BeanFactoryUtils.beansOfTypeIncludingAncestors(beans, PlatformTransactionManager.class);
        PlatformTransactionManager preferred =
                beans.getBeanProvider(PlatformTransactionManager.class).getIfUnique();
        all.forEach((bean, manager) -> {
            if (isOfDataSource(manager)) {
                managers.add(manager == preferred ? 0 : managers.size(), manager);
                keepUntilStoreIsClosed(bean);
            }
        });
        return new SpringStoreTransactions(
                name, dataSource, managers.isEmpty() ? List.of(new JdbcTransactionManager(dataSource)) : managers);
    }

    private boolean isOfDataSource(PlatformTransactionManager manager) {
        Object target = Objects.requireNonNullElse(AopProxyUtils.getSingletonTarget(manager), manager);
        if (JPA_PRESENT && target instanceof JpaTransactionManager jpa) {
            return jpa.getDataSource() == dataSource
                    && jpa.getJpaDialect().getClass() != DefaultJpaDialect.class; // it gives no connections
        }
        return target instanceof ResourceTransactionManager own && own.getResourceFactory() == dataSource;
    }
}
