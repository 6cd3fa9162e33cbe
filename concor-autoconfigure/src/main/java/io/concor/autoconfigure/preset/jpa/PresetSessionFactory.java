package io.concor.autoconfigure.preset.jpa;

import java.util.Map;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.BootstrapServiceRegistry;
import org.hibernate.boot.registry.BootstrapServiceRegistryBuilder;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.cfg.CacheSettings;
import org.hibernate.cfg.JdbcSettings;
import org.hibernate.cfg.SchemaToolingSettings;
import org.hibernate.cfg.ValidationSettings;
import org.hibernate.resource.jdbc.spi.PhysicalConnectionHandlingMode;

/**
 * Builds the session factory of the stored presets. Hibernate's own interface builds it, not that of JPA: the latter adds
 * what it finds on the class path of the application for the application's JPA, such as {@code hibernate.properties},
 * {@code META-INF/persistence.xml} and {@code META-INF/orm.xml}, and the system properties.
 */
final class PresetSessionFactory {

    private PresetSessionFactory() {}

    /**
     * Connects to the database and builds the factory, which releases everything when it is closed.
     *
     * @throws org.hibernate.HibernateException if the database cannot be reached or is unknown to Hibernate
     */
    static SessionFactory build(DataSource dataSource, ClassLoader classes) {
        BootstrapServiceRegistry bootstrap =
                new BootstrapServiceRegistryBuilder().applyClassLoader(classes).build();
        StandardServiceRegistry services = new StandardServiceRegistryBuilder(bootstrap)
                .clearSettings() // of hibernate.properties and the system properties
                .applySettings(settings(dataSource))
                .enableAutoClose()
                .build();
        try {
            return build(services);
        } catch (RuntimeException failed) {
            StandardServiceRegistryBuilder.destroy(services);
            throw failed;
        }
    }

    private static SessionFactory build(StandardServiceRegistry services) {
        return new MetadataSources(services)
                .addAnnotatedClass(StoredPreset.class)
                .addAnnotatedClass(StoredPresetVersion.class)
                .buildMetadata()
                .getSessionFactoryBuilder()
                .applyName("concor-presets")
                .applyNameAsJndiName(false)
                .build();
    }

    private static Map<String, Object> settings(DataSource dataSource) {
        return Map.of(
                JdbcSettings.JAKARTA_NON_JTA_DATASOURCE,
                dataSource,
                JdbcSettings.CONNECTION_HANDLING, // as Spring's transactions need it
                PhysicalConnectionHandlingMode.DELAYED_ACQUISITION_AND_HOLD,
                JdbcSettings.LOG_JDBC_ERRORS, // a conflict is retried, and the caller gets every other error
                false,
                SchemaToolingSettings.HBM2DDL_AUTO,
                "none",
                CacheSettings.USE_SECOND_LEVEL_CACHE, // otherwise a cache on the class path is started
                false,
                CacheSettings.USE_QUERY_CACHE,
                false,
                ValidationSettings.JAKARTA_VALIDATION_MODE, // otherwise META-INF/validation.xml is read
                "none");
    }
}
