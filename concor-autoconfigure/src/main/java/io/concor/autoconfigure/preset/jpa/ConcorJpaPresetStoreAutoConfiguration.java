package io.concor.autoconfigure.preset.jpa;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.preset.PresetStore;
import io.concor.text.Sentence;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.annotation.Order;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactory;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;

/** Auto-configuration of the preset store in a database, unless the application defines a store. */
@AutoConfiguration(
        before = ConcorAutoConfiguration.class,
        afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@ConditionalOnMissingBean(PresetStore.class)
@ConditionalOnProperty(name = "concor.presets.store", havingValue = "jpa")
@EnableConfigurationProperties(ConcorProperties.class)
public final class ConcorJpaPresetStoreAutoConfiguration {

    ConcorJpaPresetStoreAutoConfiguration() {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(
            value = {JpaRepositoryFactory.class, HibernateJpaVendorAdapter.class},
            name = {"org.hibernate.SessionFactory", "org.yaml.snakeyaml.Yaml"})
    @ImportRuntimeHints(JpaPresetStoreRuntimeHints.class)
    @Order(1)
    static class JpaStore {

        @Bean
        JpaPresetStore concorPresetStore(
                ConcorProperties properties, ObjectProvider<DataSource> only, ListableBeanFactory beans) {
            return new JpaPresetStore(dataSource(properties.presets().dataSource(), only, beans));
        }

        private static DataSource dataSource(
                @Nullable String name, ObjectProvider<DataSource> only, ListableBeanFactory beans) {
            if (name == null) {
                return present(only.getIfUnique(), "there is no single or primary data source", beans);
            }
            DataSource named = beans.getBeansOfType(DataSource.class).get(name);
            return present(named, Sentence.of("there is no data source '%s'", name), beans);
        }

        private static DataSource present(@Nullable DataSource found, String problem, ListableBeanFactory beans) {
            if (found == null) {
                String names = String.join(", ", beans.getBeanNamesForType(DataSource.class));
                throw PresetStoreSetupException.dataSource(problem, names);
            }
            return found;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(PresetStore.class)
    @Order(2)
    static class MissingJpa {

        @Bean
        PresetStore concorPresetStore() {
            throw PresetStoreSetupException.classes();
        }
    }
}
