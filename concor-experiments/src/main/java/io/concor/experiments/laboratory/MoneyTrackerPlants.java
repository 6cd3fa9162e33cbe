package io.concor.experiments.laboratory;

import static io.concor.experiments.laboratory.SamplePlant.POOL_SIZE;
import static io.concor.experiments.laboratory.SamplePlants.HEALTHY_TIME;

import io.concor.diagnosis.verdict.Cause;
import io.concor.experiments.testbed.SampleApplication;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Causes in the sample money-tracker, on H2. Its active preset has 32 threads from the reader to the updater, each of
 * which holds a connection for its database transaction of six statements.
 */
final class MoneyTrackerPlants {

    private static final String READER = "reader";
    private static final String UPDATER = "updater";
    private static final String READER_BEAN = "trxReader";
    private static final String DELAY = "money-tracker.database-delay";

    private MoneyTrackerPlants() {}

    static List<SamplePlant> all() {
        return Stream.of(connections(), remotes(), threads())
                .flatMap(List::stream)
                .toList();
    }

    private static List<SamplePlant> connections() {
        return List.of(
                plant("few-connections", 190, Cause.CONNECTION_POOL, READER).with(POOL_SIZE, 6),
                plant("leaked-connections", 190, Cause.CONNECTION_LEAK, READER)
                        .task(READER_BEAN, "kind", "leak")
                        .task(READER_BEAN, "every", 5)
                        .task(READER_BEAN, "times", 30),
                plant("small-max-in-flight", 110, Cause.ADMISSION, null).with("money-tracker.max-in-flight", 4));
    }

    private static List<SamplePlant> remotes() {
        return List.of(
                plant("slow-remote", 130, Cause.SLOW_REMOTE, READER)
                        .beginsAfter(HEALTHY_TIME)
                        .plant(READER_BEAN, "pause", Duration.ofMillis(200))
                        .task(READER_BEAN, "after", HEALTHY_TIME),
                plant("failing-downstream", 160, Cause.DOWNSTREAM_ERRORS, READER)
                        .slot(READER, "fixed", 4)
                        .with(DELAY, "1ms")
                        .plant(READER_BEAN, "fail", Duration.ofMillis(40))
                        .task(READER_BEAN, "every", 2),
                plant("slow-messages", 140, Cause.SLOW_MESSAGES, READER)
                        .slot(READER, "fixed", 4)
                        .with(DELAY, "1ms")
                        .plant(READER_BEAN, "pause", Duration.ofSeconds(2))
                        .task(READER_BEAN, "every", 100));
    }

    private static List<SamplePlant> threads() {
        return List.of(
                plant("lock-in-task", 150, Cause.LOCK, "calculator")
                        .with(DELAY, "1ms")
                        .plant("trxCalculator", "lock", Duration.ofMillis(6)),
                plant("few-threads", 115, Cause.TOO_FEW_THREADS, READER)
                        .expects(Cause.TOO_FEW_THREADS, UPDATER)
                        .slot(READER, "fixed", 4),
                plant("one-thread", 125, Cause.TOO_FEW_THREADS, READER)
                        .expects(Cause.TOO_FEW_THREADS, UPDATER)
                        .slot(READER, "fixed", 1)
                        .with(DELAY, "1ms"),
                plant("competing-process", 130, Cause.NOISY_NEIGHBOUR, null)
                        .slot(READER, "fixed", 4)
                        .with(DELAY, "0ms")
                        .plant("trxCalculator", "compute", Duration.ofMillis(4))
                        .competing(4),
                sample("healthy", 150));
    }

    private static SamplePlant plant(String name, double rate, Cause cause, @Nullable String component) {
        return sample(name, rate).expects(cause, component);
    }

    private static SamplePlant sample(String name, double rate) {
        return SamplePlant.in(SampleApplication.MONEY_TRACKER, name, rate)
                .profile("tour")
                .with("spring.flyway.locations", "classpath:db/migration,classpath:db/plants");
    }
}
