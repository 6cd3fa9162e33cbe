package io.concor.sample.support;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.resource.jdbc.spi.StatementInspector;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;

/**
 * Delays each statement, so that an embedded database keeps a thread as long as a database across a network. Declare it
 * as a bean.
 *
 * @param delay the delay; zero for none
 */
public record DatabaseDelay(Duration delay) implements HibernatePropertiesCustomizer {

    @Override
    public void customize(Map<String, Object> hibernate) {
        if (!delay.isZero()) {
            hibernate.put(AvailableSettings.STATEMENT_INSPECTOR, (StatementInspector) this::delayed);
        }
    }

    private String delayed(String sql) {
        LockSupport.parkNanos(delay.toNanos());
        return sql;
    }
}
