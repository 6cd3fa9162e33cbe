package io.concor.queues.member;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BeatScheduleTest {

    private static final Duration BEAT = Duration.ofHours(1);

    private final BeatSchedule schedule = new BeatSchedule(new MemberSettings("test", BEAT.multipliedBy(3), BEAT));

    private int beatsToLook() {
        int beats = 0;
        for (; !schedule.isLookDue(); beats++) {
            schedule.ended();
        }
        return beats;
    }

    @Test
    void theFirstBeatIsDueAtOnceAndTheNextOneLater() {
        long now = System.nanoTime();
        assertThat(schedule.isDue(now)).isTrue();

        schedule.begin(now);

        assertThat(schedule.isDue(now + BEAT.toNanos() - 1)).isFalse();
        assertThat(schedule.isDue(now + BEAT.toNanos())).isTrue();
    }

    @Test
    void comesEarlierWhereALeaseEndsAndNeverLater() {
        long now = System.nanoTime();
        schedule.begin(now);

        schedule.noLaterThan(BEAT.toMillis() / 2);
        long early = schedule.nanosToNext(now);
        schedule.noLaterThan(BEAT.toMillis() - 1);
        schedule.noLaterThan(Long.MAX_VALUE);

        assertThat(Duration.ofNanos(early))
                .isBetween(BEAT.dividedBy(2), BEAT.dividedBy(2).plusMinutes(1));
        assertThat(schedule.nanosToNext(now)).isEqualTo(early);
    }

    @Test
    void looksAgainLaterTheLessThereIsToSee() {
        assertThat(schedule.isLookDue()).isTrue();
        schedule.looked(true);
        assertThat(beatsToLook()).isEqualTo(30);
        schedule.looked(true);
        schedule.lookWhenTaken();
        assertThat(beatsToLook()).isEqualTo(2);
        schedule.looked(true);
        schedule.lookSoon();
        schedule.lookWhenTaken();
        assertThat(beatsToLook()).isEqualTo(1);
        schedule.looked(false);
        assertThat(beatsToLook()).isEqualTo(1);
    }
}
