package io.concor.diagnosis.forecast;

import static io.concor.diagnosis.SituationBuilder.level;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.TaskKind;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.signal.FlowWindow.StoredWindow;
import io.concor.diagnosis.situation.Situation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class StoreDoubtsTest {

    private static final JoinSettings MEMORY = JoinSettings.fixed(2);
    private static final JoinSettings DURABLE = MEMORY.queue(QueueKind.DURABLE);
    private static final StoredWindow STORE = new StoredWindow(level(0), 0, 100, 0, 0.4, 0.01, 0.5, 0.1, null);

    /** Two threads that are busy for half of their time with 100 events per second: 10 ms each, of which tasks take 1 ms. */
    private static SituationBuilder slot(JoinSettings settings) {
        return SituationBuilder.of(100)
                .filled("book", TaskKind.SYNCHRONIZED_REMOTE, settings, 0.5)
                .service(new long[] {1_000_000}, new long[] {1_000})
                .taken(100)
                .latency(10_000, 1_000);
    }

    private static List<String> reasons(Situation situation, JoinSettings wanted) {
        return new Forecast("orders", situation, null)
                .predict(Map.of("book", Optional.of(wanted)), OptionalDouble.empty())
                .reasons();
    }

    @Test
    void saysThatTheCostOfAStoreIsNotKnownInMemory() {
        assertThat(reasons(slot(MEMORY).build(), DURABLE))
                .anyMatch(reason -> reason.startsWith("What a store costs an event of 'book' is not known"));
    }

    @Test
    void saysThatTheGainOfMemoryIsNotKnownInAStore() {
        assertThat(reasons(slot(DURABLE).stored(STORE).build(), MEMORY))
                .anyMatch(reason -> reason.contains("how much less it is, is not known"));
    }

    @Test
    void saysForWhichSettingTheCostOfTheStoreIsKnown() {
        assertThat(reasons(slot(DURABLE).stored(STORE).build(), DURABLE.threads(8)))
                .anyMatch(reason -> reason.startsWith(
                        "What the store costs an event of 'book' is only known with the present settings and rate."))
                .noneMatch(reason -> reason.contains("is not known"));
    }

    @Test
    void saysNothingOfStoresWhereThereAreNone() {
        assertThat(reasons(slot(MEMORY).build(), MEMORY.threads(8))).noneMatch(reason -> reason.contains("store"));
    }

    @Test
    void threadsHandleNoMoreEventsThanTheirTimeInTheStorePermits() {
        Situation stored = slot(DURABLE).stored(STORE).build();

        assertThat(new Forecast("orders", stored, null)
                        .predict(Map.of(), OptionalDouble.of(1_000))
                        .predicted()
                        .throughputPerSecond())
                .as("two threads, 10 ms for each event")
                .isCloseTo(200, within(20.0));
    }
}
