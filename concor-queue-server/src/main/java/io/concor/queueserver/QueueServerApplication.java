package io.concor.queueserver;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;

/**
 * The queue server. {@code application.yml} builds its flow from the tasks in {@code io.concor.queueserver.request}. It has a data source
 * only if its queues are there: {@link QueuesConfiguration}.
 */
@SpringBootApplication(exclude = DataSourceAutoConfiguration.class)
@ConfigurationPropertiesScan
public class QueueServerApplication {

    /** Starts the server. */
    public static void main(String[] args) {
        SpringApplication.run(QueueServerApplication.class, args);
    }
}
