package io.concor.experiments.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.QueueTopics;
import io.concor.kafka.topic.TopicSetup;
import java.lang.reflect.Field;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The model is about the store as it is: what has changed there has to change here. */
class StoreConstantsTest {

    private static Object constant(Class<?> of, String name) throws ReflectiveOperationException {
        Field field = of.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(null);
    }

    private static Object constant(String of, String name) throws ReflectiveOperationException {
        return constant(Class.forName("io.concor.kafka." + of), name);
    }

    @Test
    void aSlotHasAsManyTopics() {
        assertThat(QueueTopics.class.getRecordComponents())
                .hasSize(StoreConstants.PARTITIONED_TOPICS + StoreConstants.SINGLE_TOPICS);
    }

    @Test
    void resultsHaveAsManyPartitions() throws ReflectiveOperationException {
        assertThat(constant(TopicSetup.class, "LEAST_RESULT_PARTITIONS"))
                .isEqualTo(StoreConstants.LEAST_RESULT_PARTITIONS);
    }

    @Test
    void membersOfGroupsHaveThatMuchTime() throws ReflectiveOperationException {
        assertThat(constant(ClientSettings.class, "SESSION_MILLIS"))
                .isEqualTo((int) (1000 * StoreConstants.SESSION_SECONDS));
        assertThat(constant(ClientSettings.class, "HEARTBEAT_MILLIS"))
                .isEqualTo((int) (1000 * StoreConstants.HEARTBEAT_SECONDS));
    }

    @ParameterizedTest
    @CsvSource({
        "store.LagCensus, LOOK_NANOS, 0.2",
        "store.CountPace, BUSY_NANOS, 1",
        "store.CountPace, REST_NANOS, 5",
        "store.FirstEvents, OTHERS_NANOS, 30",
    })
    void theCensusLooksThatOften(String of, String name, double seconds) throws ReflectiveOperationException {
        assertThat((long) constant(of, name) / 1e9).isEqualTo(seconds);
        assertThat(seconds)
                .isIn(
                        StoreConstants.LOOK_SECONDS,
                        StoreConstants.BUSY_SECONDS,
                        StoreConstants.REST_SECONDS,
                        StoreConstants.OTHERS_SECONDS);
    }

    @Test
    void processesPublishThemselvesThatOften() throws ReflectiveOperationException {
        assertThat((Duration) constant("member.MemberSettings", "BEAT"))
                .isEqualTo(Duration.ofSeconds((long) StoreConstants.BEAT_SECONDS));
        assertThat(constant("member.FlowMembers", "ROUNDS_BETWEEN_BEATS")).isEqualTo(StoreConstants.ROUNDS_OF_BEAT);
        assertThat(constant("member.SharedFlow", "BEATS_OF_WHOLE")).isEqualTo(StoreConstants.BEATS_OF_WHOLE);
    }

    @Test
    void boundsAreThoseOfTheStore() throws ReflectiveOperationException {
        assertThat(constant("read.PartitionRounds", "MOST_BYTES")).isEqualTo(StoreConstants.MOST_PROGRESS_BYTES);
        assertThat(constant("write.TransactionSize", "MOST_ENDS")).isEqualTo(StoreConstants.MOST_ENDS);
        assertThat(constant("write.TransactionPace", "PAUSES")).isEqualTo(StoreConstants.PAUSES);
        assertThat((long) constant("write.TransactionPace", "LONGEST_AWAITED_NANOS") / 1e9)
                .isEqualTo(StoreConstants.PAUSE_SECONDS);
        assertThat(constant("write.WaitingEnds", "MANY")).isEqualTo(StoreConstants.MANY_ENDS);
        assertThat(JoinSettings.DEFAULT_CAPACITY).isEqualTo(StoreConstants.CAPACITY);
    }
}
