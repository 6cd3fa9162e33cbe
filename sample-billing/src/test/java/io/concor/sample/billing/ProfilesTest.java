package io.concor.sample.billing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class ProfilesTest {

    private final ApplicationContextRunner start =
            new ApplicationContextRunner().withInitializer(new ConfigDataApplicationContextInitializer());

    @ParameterizedTest
    @CsvSource(nullValues = "none", textBlock = """
            ''                   , jdbc:h2        , db/tour     , an inbox
            tour                 , jdbc:h2        , db/tour     , an inbox
            'tour,postgres'      , jdbc:postgresql, db/tour     , an inbox
            'postgres,tour'      , jdbc:postgresql, db/tour     , an inbox
            postgres             , jdbc:postgresql, none        , none
            'production,postgres', jdbc:postgresql, none        , none
            production           , none           , none        , none
            """)
    void decideAboutDatabaseAccountsAndInboxInWhateverOrder(
            String profiles, String database, String accounts, String inbox) {
        start.withPropertyValues("spring.profiles.active=" + profiles).run(context -> {
            var environment = context.getEnvironment();
            String url = environment.getProperty("spring.datasource.url");
            assertThat(url == null ? null : url.replaceFirst("^(jdbc:[a-z0-9]+).*", "$1"))
                    .isEqualTo(database);
            assertThat(environment.getProperty("spring.flyway.locations", "").contains("db/tour"))
                    .isEqualTo(accounts != null);
            assertThat(environment.containsProperty("billing.inbox.folder")).isEqualTo(inbox != null);
        });
    }
}
