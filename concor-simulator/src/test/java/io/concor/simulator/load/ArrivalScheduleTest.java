package io.concor.simulator.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ArrivalScheduleTest {

    private static final long SECOND_NANOS = 1_000_000_000;

    private static long[] times(LoadProfile profile) {
        ArrivalSchedule schedule = new ArrivalSchedule(profile);
        return LongStream.generate(schedule::next)
                .takeWhile(due -> due != ArrivalSchedule.END)
                .toArray();
    }

    private static long[] perSecond(LoadProfile profile) {
        long[] counts = new long[profile.seconds()];
        LongStream.of(times(profile)).forEach(due -> counts[(int) (due / SECOND_NANOS)]++);
        return counts;
    }

    @Test
    void spacesRequestsEvenly() {
        assertThat(times(LoadProfile.constant(4, 2)))
                .containsExactly(
                        0,
                        250_000_000,
                        500_000_000,
                        750_000_000,
                        1_000_000_000,
                        1_250_000_000,
                        1_500_000_000,
                        1_750_000_000);
    }

    @Test
    void growsInSteps() {
        assertThat(perSecond(LoadProfile.ramp(200, 10, 2, 225))).containsExactly(200, 200, 210, 210, 220, 220);
    }

    @Test
    void growsForADayAtMost() {
        assertThat(LoadProfile.ramp(1, 1, 86_400, 1_000_000).seconds()).isEqualTo(86_400);
    }

    @Test
    void endsEachPeriodWithABurst() {
        assertThat(perSecond(LoadProfile.burst(0, 50, 1, 3, 7))).containsExactly(0, 0, 50, 0, 0, 50, 0);
    }

    @Test
    void leadsInEvenlyAndThenStaysConstant() {
        assertThat(perSecond(new LeadIn(400, 6))).containsExactly(80, 160, 240, 320, 400, 400);
        assertThat(new LeadIn(1_000_000, 600).rateAt(399)).isEqualTo(997_506);
        assertThat(perSecond(new LeadIn(1, 3))).containsExactly(1, 1, 1);
        assertThat(perSecond(new LeadIn(400, 0))).isEmpty();
    }

    @Test
    void staysAtItsEnd() {
        ArrivalSchedule schedule = new ArrivalSchedule(LoadProfile.constant(1, 1));
        schedule.next();
        assertThat(schedule.next()).isEqualTo(ArrivalSchedule.END);
        assertThat(schedule.next()).isEqualTo(ArrivalSchedule.END);
    }
}
