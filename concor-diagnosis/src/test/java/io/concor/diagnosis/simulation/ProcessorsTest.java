package io.concor.diagnosis.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ProcessorsTest {

    private static final Offset<Double> ROUNDING = within(1e-9);

    private final SimulationClock clock = new SimulationClock();
    private final SimulatedEvent first = new SimulatedEvent();
    private final SimulatedEvent second = new SimulatedEvent();

    @Test
    void giveNoThreadMoreThanOne() {
        Processors processors = new Processors(4, clock);

        processors.begin(first, 100);

        assertThat(processors.nextEnd()).isEqualTo(100);
    }

    /** The first burst is alone for 40 ns, then both progress at half the speed, and the second ends alone. */
    @Test
    void slowThreadsDownWhileOthersCompute() {
        Processors processors = new Processors(1, clock);
        processors.begin(first, 100);
        clock.advanceTo(40);
        processors.begin(second, 90);

        assertThat(processors.nextEnd()).isEqualTo(160, ROUNDING);
        clock.advanceTo(160);
        assertThat(processors.end()).isSameAs(first);
        assertThat(processors.nextEnd()).isEqualTo(190, ROUNDING);
        clock.advanceTo(190);
        assertThat(processors.end()).isSameAs(second);
        assertThat(processors.nextEnd()).isInfinite();
    }

    @Test
    void letAShortBurstOvertakeALongOne() {
        Processors processors = new Processors(1.5, clock);
        processors.begin(first, 100);
        processors.begin(second, 30);

        assertThat(processors.nextEnd()).isEqualTo(40, ROUNDING);
        clock.advanceTo(40);
        assertThat(processors.end()).isSameAs(second);
        assertThat(processors.nextEnd()).isEqualTo(110, ROUNDING);
    }

    @Test
    void areUsedInPartByFewerThreads() {
        Processors processors = new Processors(4, clock);
        processors.begin(first, 100);
        clock.advanceTo(100);
        processors.end();
        clock.advanceTo(200);

        assertThat(processors.usedShare()).isEqualTo(0.125, ROUNDING);
    }
}
