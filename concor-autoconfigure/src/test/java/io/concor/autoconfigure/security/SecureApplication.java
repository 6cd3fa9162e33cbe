package io.concor.autoconfigure.security;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/** An application with Spring Security and without a database. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class SecureApplication {

    /** In place of the exclusions of the other tests. */
    static final String EXCLUDED = "spring.autoconfigure.exclude="
            + "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration,"
            + "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
            + "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration";
}
