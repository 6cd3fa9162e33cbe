package io.concor.experiments.durable.subject;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventTest {

    @ParameterizedTest
    @CsvSource({"0, 0", "2147483647, 9999999"})
    void survivesItsText(long number, int key) {
        Event event = new Event(number, key);

        assertThat(event.text()).hasSize(200);
        assertThat(Event.parse(event.text())).isEqualTo(event);
    }
}
