package io.concor.sample.moflow;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** The gateway. Its flow is put together in {@code application.yml} out of the tasks in this package. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class MoFlowApplication {

    /** Starts the gateway. */
    public static void main(String[] args) {
        SpringApplication.run(MoFlowApplication.class, args);
    }
}
