package io.concor.kafka.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.queue.FlowIdentity;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is known of processes by the records of their topic. */
class MemberTableTest {

    private static final Duration GONE = Duration.ofSeconds(20);
    private static final byte[] NOTHING = {};

    private final MemberTable table = new MemberTable("orders");
    private final MemberRecord published = MemberRecord.first(
                    "web-1/17",
                    new FlowIdentity("orders", List.of(), "f00000000001", List.of(), "", Map.of()),
                    Set.of())
            .later(new Beginning(17, Instant.ofEpochMilli(1_234)), true);
    private long offset;

    private void take(String key, byte @Nullable [] value, long seconds) {
        table.take(new ConsumerRecord<>(
                "topic",
                0,
                offset++,
                1_000 * seconds,
                TimestampType.LOG_APPEND_TIME,
                1,
                1,
                key.getBytes(StandardCharsets.UTF_8),
                value,
                new RecordHeaders(),
                Optional.empty()));
    }

    @Test
    void aProcessThatSaysThatItIsStillThereIsKnownByWhatItHasPublished() {
        take("one", published.bytes(), 0);
        for (int i = 1; i < 100; i++) {
            take("one beat", NOTHING, 5 * i);
            take("another beat", NOTHING, 5 * i);
        }
        assertThat(table.living(GONE)).singleElement().satisfies(member -> {
            assertThat(member.instance()).isEqualTo("one");
            assertThat(member.published()).isEqualTo(published);
            assertThat(member.began()).isEqualTo(published.began());
            assertThat(member.offset()).isEqualTo(offset - 2);
        });
    }

    @Test
    void aProcessThatSaysNothingAnyMoreIsGone() {
        take("one", published.bytes(), 0);
        take("one beat", NOTHING, 5);
        take("another beat", NOTHING, 24);
        assertThat(table.living(GONE)).hasSize(1);
        take("another beat", NOTHING, 25);
        assertThat(table.living(GONE)).isEmpty();
        assertThat(table.silent(GONE)).containsExactly("one");
    }

    @Test
    void aProcessThatWasRemovedIsNotThereUntilItPublishesItselfAgain() {
        take("one", published.bytes(), 0);
        assertThat(table.has("one")).isTrue();
        take("one beat", null, 5);
        assertThat(table.has("one")).isTrue();
        take("one", null, 5);
        take("one beat", NOTHING, 6);
        assertThat(table.has("one")).isFalse();
        assertThat(table.living(GONE)).isEmpty();
        take("one", published.bytes(), 7);
        assertThat(table.living(GONE)).hasSize(1);
    }

    /** Whoever may write into the topic can give any number of names. */
    @Test
    void manyNamesKeepNoProcessFromBeingSeen() {
        take("early", published.bytes(), 0);
        for (int i = 0; i < 1_000; i++) {
            take("stranger-" + i, published.bytes(), 0);
            take("early beat", NOTHING, 0);
        }
        take("late", published.bytes(), 1);
        assertThat(table.living(GONE))
                .hasSize(1_000)
                .extracting(SeenMember::instance)
                .contains("early", "late")
                .doesNotContain("stranger-0");
    }
}
