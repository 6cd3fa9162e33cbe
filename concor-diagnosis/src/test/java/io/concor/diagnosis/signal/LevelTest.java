package io.concor.diagnosis.signal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.DoubleSummaryStatistics;
import org.junit.jupiter.api.Test;

class LevelTest {

    private final DoubleSummaryStatistics readings = new DoubleSummaryStatistics();

    @Test
    void sumsUpReadings() {
        readings.accept(4);
        readings.accept(1);
        readings.accept(7);

        assertThat(Level.of(readings)).isEqualTo(new Level(4, 1, 7));
    }

    @Test
    void isZeroWithoutReadings() {
        assertThat(Level.of(readings)).isEqualTo(Level.ZERO);
    }
}
