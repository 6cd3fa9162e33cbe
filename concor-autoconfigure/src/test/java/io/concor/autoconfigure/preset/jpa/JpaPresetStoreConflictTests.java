package io.concor.autoconfigure.preset.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.InvalidSettingException;
import io.concor.autoconfigure.LogCapture;
import io.concor.autoconfigure.database.RealDatabase;
import io.concor.preset.Preset;
import io.concor.preset.PresetStoreException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Conflicts between stores, and with other clients. */
@ParameterizedClass
@EnumSource(RealDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("full")
class JpaPresetStoreConflictTests extends PresetTables {

    private static final int RACES = 20;

    @RegisterExtension
    private final LogCapture errors = new LogCapture("org.hibernate.orm.jdbc.error");

    @AfterEach
    void logsNoErrorThatIsRetriedOrThrown() {
        assertThat(errors.events()).isEmpty();
    }

    @Test
    void losesNothingIfSeveralInstancesSaveAtOnce() {
        saveFromSeveralInstancesAtOnce(store);
    }

    @Test
    void losesNothingWithSnapshotIsolation() {
        String strict =
                switch (database) {
                    case H2, POSTGRESQL -> "set session characteristics as transaction isolation level repeatable read";
                    case MARIADB -> "set session innodb_snapshot_isolation = on";
                };
        HikariDataSource strictly = new HikariDataSource();
        strictly.setJdbcUrl(dataSource.getJdbcUrl());
        strictly.setConnectionInitSql(strict);
        try (strictly;
                JpaPresetStore instance = new JpaPresetStore(strictly)) {
            saveFromSeveralInstancesAtOnce(instance);
        }
    }

    private void saveFromSeveralInstancesAtOnce(JpaPresetStore one) {
        int savers = 4;
        int saves = 10;
        CyclicBarrier start = new CyclicBarrier(savers);
        try (JpaPresetStore other = new JpaPresetStore(dataSource)) {
            CompletableFuture.allOf(IntStream.range(0, savers)
                            .mapToObj(saver -> CompletableFuture.runAsync(
                                    () -> saveAll(start, saver % 2 == 0 ? one : other, saver, saves),
                                    run -> new Thread(run).start()))
                            .toArray(CompletableFuture[]::new))
                    .join();
        }

        List<Preset.Version> versions = store.versions("mo-flow", "production");
        assertThat(versions)
                .extracting(Preset.Version::number)
                .containsExactlyElementsOf(LongStream.iterate(savers * saves, number -> number - 1)
                        .limit(savers * saves)
                        .boxed()
                        .toList());
        assertThat(versions)
                .extracting(Preset.Version::reason)
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, savers)
                        .boxed()
                        .flatMap(saver -> IntStream.range(0, saves).mapToObj(save -> saver + "/" + save))
                        .toList());
    }

    @Test
    void savesOneOfTwoNewNamesThatDifferOnlyInCase() {
        try (JpaPresetStore other = new JpaPresetStore(dataSource)) {
            for (int race = 0; race < RACES; race++) {
                String lower = "night " + race;
                String upper = "NIGHT " + race;

                List<Object> results =
                        race(List.of(() -> store.save(preset(lower, 1)), () -> other.save(preset(upper, 1))));

                assertThat(results)
                        .as(lower)
                        .containsOnlyOnce(false)
                        .filteredOn(InvalidSettingException.class::isInstance)
                        .hasSize(1);
                assertThat(store.names("mo-flow")).containsAnyOf(lower, upper).hasSize(race + 1);
            }
        }
    }

    @Test
    void reportsToAllButTheFirstOfSeveralSavesThatTheyReplacedThePreset() {
        try (JpaPresetStore other = new JpaPresetStore(dataSource)) {
            for (int race = 0; race < RACES; race++) {
                Preset preset = preset("night " + race, 1);

                List<Object> results = race(List.of(
                        () -> store.save(preset),
                        () -> other.save(preset),
                        () -> store.save(preset),
                        () -> other.save(preset)));

                assertThat(results).as(preset.name()).containsExactlyInAnyOrder(false, true, true, true);
            }
        }
    }

    /** Runs calls at the same time and returns their results or exceptions. */
    private static List<Object> race(List<Callable<Object>> calls) {
        CyclicBarrier start = new CyclicBarrier(calls.size());
        return calls.stream()
                .map(call -> CompletableFuture.supplyAsync(() -> resultOf(call, start), run -> new Thread(run).start()))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();
    }

    private static Object resultOf(Callable<Object> call, CyclicBarrier start) {
        try {
            start.await();
            return call.call();
        } catch (Exception thrown) {
            return thrown;
        }
    }

    private static void saveAll(CyclicBarrier start, JpaPresetStore store, int saver, int saves) {
        try {
            start.await();
        } catch (Exception broken) {
            throw new IllegalStateException(broken);
        }
        for (int save = 0; save < saves; save++) {
            store.save(new Preset("mo-flow", "production", Map.of(), SAVED, saver + "/" + save));
        }
    }

    @Test
    void reportsAConflictAfterRepeatedConflicts() {
        jdbc.execute("create unique index one_for_each_flow on concor_preset (flow_name)");
        store.save(preset("production", 1));

        assertThatExceptionOfType(PresetStoreException.class)
                .isThrownBy(() -> store.save(preset("night", 2)))
                .returns(true, PresetStoreException::conflict)
                .withMessageStartingWith("Preset 'night' of flow 'mo-flow': ")
                .withMessageEndingWith("; try again");

        assertThat(store.names("mo-flow")).containsExactly("production");
    }

    @Test
    void doesNotWaitForEverForALockedRow() {
        store.save(preset("production", 1));
        TransactionTemplate theirs = new TransactionTemplate(new DataSourceTransactionManager(dataSource));
        try (JpaPresetStore hurried = new JpaPresetStore(dataSource, Duration.ofSeconds(1))) {
            theirs.executeWithoutResult(transaction -> {
                jdbc.update("update concor_preset set latest = 1");

                CompletableFuture<Void> save = CompletableFuture.runAsync(
                        () -> hurried.save(preset("production", 2)), run -> new Thread(run).start());

                await("the end of the save").atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(save)
                        .isCompletedExceptionally());
                assertThat(save)
                        .failsWithin(Duration.ZERO)
                        .withThrowableThat()
                        .havingCause()
                        .isInstanceOf(PresetStoreException.class)
                        .withMessageMatching(
                                ".*(did not respond within 1s; another client may hold a lock|try again).*");
            });
        }

        assertThat(store.find("mo-flow", "production")).contains(preset("production", 1));
    }
}
