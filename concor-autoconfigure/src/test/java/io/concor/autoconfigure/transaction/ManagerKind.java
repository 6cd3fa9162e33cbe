package io.concor.autoconfigure.transaction;

import jakarta.persistence.EntityManagerFactory;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.PlatformTransactionManager;

/** The tested transaction managers. */
enum ManagerKind {
    JDBC {
        @Override
        PlatformTransactionManager manager(DataSource dataSource) {
            return new JdbcTransactionManager(dataSource);
        }
    },
    JPA {
        @Override
        PlatformTransactionManager manager(DataSource dataSource) {
            JpaTransactionManager manager = new JpaTransactionManager(entityManagers(dataSource));
            manager.afterPropertiesSet();
            return manager;
        }
    },
    OWN {
        @Override
        PlatformTransactionManager manager(DataSource dataSource) {
            return new MinimalTransactionManager(dataSource);
        }
    };

    abstract PlatformTransactionManager manager(DataSource dataSource);

    static EntityManagerFactory entityManagers(DataSource dataSource) {
        LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
        factory.setDataSource(dataSource);
        factory.setManagedTypes(PersistenceManagedTypes.of(Booking.class.getName()));
        factory.setPersistenceUnitName("bookings");
        factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
        factory.afterPropertiesSet();
        return Objects.requireNonNull(factory.getObject());
    }

    static void close(PlatformTransactionManager manager) {
        if (manager instanceof JpaTransactionManager jpa && jpa.getEntityManagerFactory() != null) {
            jpa.getEntityManagerFactory().close();
        }
    }
}
