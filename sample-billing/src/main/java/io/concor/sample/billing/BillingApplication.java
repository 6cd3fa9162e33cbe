package io.concor.sample.billing;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** The billing. {@code application.yml} builds its flow from the tasks in this package. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class BillingApplication {

    /** Starts the billing. */
    public static void main(String[] args) {
        SpringApplication.run(BillingApplication.class, args);
    }
}
