package io.concor.sample.moneytracker;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** The money tracker. Its flow is put together in {@code application.yml} out of the tasks in this package. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class MoneyTrackerApplication {

    /** Starts the money tracker. */
    public static void main(String[] args) {
        SpringApplication.run(MoneyTrackerApplication.class, args);
    }
}
