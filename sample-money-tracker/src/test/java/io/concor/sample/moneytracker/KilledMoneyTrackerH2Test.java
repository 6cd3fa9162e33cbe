package io.concor.sample.moneytracker;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** In the file of the profile {@code durable}, at another place. */
@Tag("full")
class KilledMoneyTrackerH2Test extends KilledMoneyTrackerContract {

    private String url() {
        return "jdbc:h2:file:" + folder.resolve("money-tracker") + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE";
    }

    @Override
    List<String> settings() {
        return List.of("--spring.profiles.active=tour,durable", "--spring.datasource.url=" + url());
    }

    @Override
    DriverManagerDataSource database() {
        return new DriverManagerDataSource(url(), "sa", "");
    }
}
