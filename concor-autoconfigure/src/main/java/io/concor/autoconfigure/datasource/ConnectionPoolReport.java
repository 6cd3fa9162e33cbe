package io.concor.autoconfigure.datasource;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

/**
 * Logs one warning if the flows together have more threads than connections, after all flows have started and the
 * presets are loaded.
 */
final class ConnectionPoolReport implements ApplicationListener<ContextRefreshedEvent> {

    private static final Logger log = LoggerFactory.getLogger(ConnectionPoolReport.class);

    private final ConnectionPoolAdvisor advisor;
    private final ApplicationContext context;

    ConnectionPoolReport(ConnectionPoolAdvisor advisor, ApplicationContext context) {
        this.advisor = advisor;
        this.context = context;
    }

    /** Ignores child contexts, such as that of the management port: their events arrive here as well. */
    @Override
    public void onApplicationEvent(ContextRefreshedEvent started) {
        if (started.getApplicationContext() == context) {
            advisor.warning().ifPresent(warning -> log.warn("Connections: {}", warning));
        }
    }
}
