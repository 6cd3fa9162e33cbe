package io.concor.sample.ussd;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** The USSD server. {@code application.yml} builds its flow from the tasks in this package. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class UssdApplication {

    /** Starts the server. */
    public static void main(String[] args) {
        SpringApplication.run(UssdApplication.class, args);
    }
}
