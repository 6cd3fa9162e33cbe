package io.concor.sample.moflow;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** The gateway. {@code application.yml} builds its flow from the tasks in this package. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class MoFlowApplication {

    /** Starts the gateway. */
    public static void main(String[] args) {
        SpringApplication.run(MoFlowApplication.class, args);
    }
}
