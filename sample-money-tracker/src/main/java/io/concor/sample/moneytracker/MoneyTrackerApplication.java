package io.concor.sample.moneytracker;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** The money tracker. {@code application.yml} builds its flow from the tasks in this package. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class MoneyTrackerApplication {

    /** Starts the money tracker. */
    public static void main(String[] args) {
        SpringApplication.run(MoneyTrackerApplication.class, args);
    }
}
