package io.concor.diagnosis.signal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LevelTest {

    private final Level.Readings readings = new Level.Readings();

    @Test
    void sumsUpReadings() {
        readings.add(4);
        readings.add(1);
        readings.add(7);

        assertThat(readings.level()).isEqualTo(new Level(4, 1, 7));
    }

    @Test
    void isZeroWithoutReadings() {
        assertThat(readings.level()).isEqualTo(Level.ZERO);
    }
}
