package io.concor.sample.moneytracker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class ProfilesTest {

    private static final String SCHEMA = "classpath:db/migration";
    private static final String WITH_ACCOUNTS = SCHEMA + ",classpath:db/tour";

    private final ApplicationContextRunner start =
            new ApplicationContextRunner().withInitializer(new ConfigDataApplicationContextInitializer());

    @ParameterizedTest
    @CsvSource(nullValues = "none", textBlock = """
        ''                  , jdbc:h2
        tour                , jdbc:h2
        'tour,postgres'     , jdbc:postgresql
        'postgres,tour'     , jdbc:postgresql
        'mariadb,tour'      , jdbc:mariadb
        'tour,durable'      , jdbc:h2:file
        'durable,tour'      , jdbc:h2:file
        'durable,postgres'  , jdbc:postgresql
        'production,mariadb', jdbc:mariadb
        postgres            , jdbc:postgresql
        production          , none
        """)
    void takeTheDatabaseThatIsNamedInWhateverOrder(String profiles, String database) {
        start(profiles).run(context -> {
            String url = context.getEnvironment().getProperty("spring.datasource.url");
            assertThat(url == null ? null : url.replaceFirst("^(jdbc:[a-z0-9]+(:file)?).*", "$1"))
                    .isEqualTo(database);
        });
    }

    @ParameterizedTest
    @CsvSource({"'',true", "tour,true", "'postgres,tour',true", "postgres,false", "mariadb,false", "production,false"})
    void putAccountsIntoTheDatabaseForTheTourOnly(String profiles, boolean accounts) {
        start(profiles)
                .run(context -> assertThat(context.getEnvironment().getProperty("spring.flyway.locations", SCHEMA))
                        .isEqualTo(accounts ? WITH_ACCOUNTS : SCHEMA));
    }

    @ParameterizedTest
    @CsvSource({"'durable,production',none", "'production,durable',none", "production,production"})
    void applyNoPresetWhoseSlotsAreInMemoryToADurableOne(String profiles, String preset) {
        start(profiles)
                .run(context -> assertThat(context.getEnvironment().getProperty("concor.presets.active.money-tracker"))
                        .isEqualTo(preset));
    }

    private ApplicationContextRunner start(String profiles) {
        return start.withPropertyValues("spring.profiles.active=" + profiles);
    }
}
