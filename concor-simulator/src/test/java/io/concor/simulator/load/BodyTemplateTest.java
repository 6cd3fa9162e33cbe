package io.concor.simulator.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BodyTemplateTest {

    private final Locale before = Locale.getDefault();

    @AfterEach
    void restore() {
        Locale.setDefault(before);
    }

    @Test
    void drawsATelephoneNumberForEachPlaceholder() {
        BodyTemplate template = new BodyTemplate("{{msisdn}},{{msisdn}}", 1_000_000, 1_000_000);

        assertThat(Stream.generate(() -> new String(template.render(1, 1), StandardCharsets.UTF_8).split(","))
                        .limit(3))
                .anySatisfy(numbers -> assertThat(numbers[0]).isNotEqualTo(numbers[1]));
    }

    @Test
    void writesTheSameDigitsInEveryLocale() {
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        assertThat(String.format("%d", 1)).as("a localized digit").isNotEqualTo("1");
        assertThat(new String(new BodyTemplate("{{id:4}}", 1, 1).render(12, 1), StandardCharsets.UTF_8))
                .isEqualTo("0012");
    }
}
