package io.concor.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlarmTest {

    private final List<String> heard = new ArrayList<>();
    private Instant now = Instant.EPOCH;
    private Instant since = Instant.MAX;
    private final Alarm alarm = new Alarm(new Listener(), () -> now);

    private final class Listener implements AlarmListener {

        @Override
        public void onRaised(Verdict verdict) {
            heard.add("raised " + verdict.cause());
            since = verdict.since();
        }

        @Override
        public void onMoved(Verdict verdict) {
            heard.add("moved to " + verdict.slot());
        }

        @Override
        public void onCleared(Verdict raised) {
            heard.add("cleared " + raised.cause());
        }
    }

    private void limited(Cause cause, int seconds) {
        limited(cause, "remote", seconds);
    }

    private void limited(Cause cause, String slot, int seconds) {
        for (int i = 0; i < seconds; i++) {
            alarm.limited(VerdictSamples.limited(cause, slot));
            now = now.plusSeconds(1);
        }
    }

    @Test
    void isRaisedAfterThreeLimitedSecondsOfFive() {
        limited(Cause.LOCK, 1);
        alarm.unlimited();
        limited(Cause.LOCK, 1);
        alarm.unlimited();
        assertThat(heard).isEmpty();

        limited(Cause.LOCK, 1);

        assertThat(heard).containsExactly("raised lock");
    }

    @Test
    void beginsWithItsCauseRatherThanWithTheLimit() {
        Instant limit = VerdictSamples.limited(Cause.LOCK, "remote").since();
        now = limit;
        limited(Cause.LOCK, 4);
        assertThat(since).isEqualTo(limit);

        limited(Cause.CPU, 5);

        assertThat(heard).containsExactly("raised lock", "cleared lock", "raised cpu");
        assertThat(since).isEqualTo(limit.plusSeconds(4));
    }

    @Test
    void isNotRaisedByTwoLimitedSecondsOfFive() {
        for (int i = 0; i < 10; i++) {
            limited(Cause.LOCK, 2);
            alarm.unlimited();
            alarm.unlimited();
            alarm.unlimited();
        }

        assertThat(heard).isEmpty();
    }

    @Test
    void endsWhenNothingTellsTheCauseForFiveSeconds() {
        limited(Cause.LOCK, 3);
        for (int i = 0; i < 4; i++) {
            alarm.unnamed();
        }
        assertThat(heard).containsExactly("raised lock");

        alarm.unnamed();

        assertThat(heard).containsExactly("raised lock", "cleared lock");
    }

    @Test
    void namesTheCauseOfMostSeconds() {
        limited(Cause.LOCK, 1);
        limited(Cause.CPU, 1);
        limited(Cause.LOCK, 1);

        assertThat(heard).containsExactly("raised lock");
    }

    @Test
    void namesTheLatestCauseIfEachSecondHasAnother() {
        limited(Cause.LOCK, 1);
        limited(Cause.CPU, 1);
        limited(Cause.RING, 1);

        assertThat(heard).containsExactly("raised ring");
    }

    @Test
    void namesTheComponentOfMostSeconds() {
        List<Verdict> raised = new ArrayList<>();
        Alarm ofVerdicts = new Alarm(
                new AlarmListener() {
                    @Override
                    public void onRaised(Verdict verdict) {
                        raised.add(verdict);
                    }

                    @Override
                    public void onCleared(Verdict before) {}
                },
                () -> now);
        Verdict hash = VerdictSamples.at("hash", VerdictSamples.limited(Cause.CPU, "remote"));
        ofVerdicts.limited(hash);
        ofVerdicts.limited(hash);
        ofVerdicts.limited(VerdictSamples.limited(Cause.CPU, "remote"));

        assertThat(raised).containsExactly(hash);
    }

    @Test
    void isClearedWhenTheFlowIsHealthyAndOnlyOnce() {
        limited(Cause.LOCK, 5);
        alarm.clear();
        alarm.clear();

        assertThat(heard).containsExactly("raised lock", "cleared lock");
    }

    @Test
    void clearsTheFormerCauseThatAnotherOneReplaces() {
        limited(Cause.LOCK, 3);
        limited(Cause.CPU, 2);
        assertThat(heard).as("not yet").containsExactly("raised lock");

        limited(Cause.CPU, 1);

        assertThat(heard).containsExactly("raised lock", "cleared lock", "raised cpu");
    }

    @Test
    void doesNotRepeatACauseWithinTwoMinutes() {
        limited(Cause.LOCK, 3);
        alarm.clear();
        Instant silent = Instant.EPOCH.plusSeconds(2).plus(Duration.ofMinutes(2));
        limited(Cause.LOCK, (int) Duration.between(now, silent).toSeconds());
        assertThat(heard).containsExactly("raised lock", "cleared lock");

        limited(Cause.LOCK, 1);

        assertThat(heard).containsExactly("raised lock", "cleared lock", "raised lock");
    }

    @Test
    void returnsInSilenceToACauseThatMustNotBeRaisedAgain() {
        limited(Cause.LOCK, 3);
        limited(Cause.CPU, 3);
        limited(Cause.LOCK, 10);
        assertThat(heard).containsExactly("raised lock", "cleared lock", "raised cpu", "moved to remote");

        alarm.clear();

        assertThat(heard).endsWith("cleared lock");
    }

    @Test
    void returnsToNoCauseWhileTwoAlternate() {
        limited(Cause.CPU, 3);
        limited(Cause.NOISY_NEIGHBOUR, 3);
        for (int i = 0; i < 5; i++) {
            limited(Cause.CPU, 4);
            limited(Cause.NOISY_NEIGHBOUR, 3);
        }

        assertThat(heard).containsExactly("raised cpu", "cleared cpu", "raised noisy-neighbour");
    }

    @Test
    void followsTheSlotWithoutANewAlarm() {
        limited(Cause.TOO_FEW_THREADS, "first", 3);
        limited(Cause.TOO_FEW_THREADS, "second", 2);
        assertThat(heard).as("not yet").hasSize(1);

        limited(Cause.TOO_FEW_THREADS, "second", 5);

        assertThat(heard).containsExactly("raised too-few-threads", "moved to second");
    }

    @Test
    void countsNoSecondOfTheFormerLayout() {
        limited(Cause.LOCK, 2);
        alarm.layoutChanged();
        limited(Cause.LOCK, 2);

        assertThat(heard).isEmpty();
    }
}
