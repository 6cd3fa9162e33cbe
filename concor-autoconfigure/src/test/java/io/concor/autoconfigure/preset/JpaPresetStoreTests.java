package io.concor.autoconfigure.preset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.Manager;
import io.concor.Preset;
import io.concor.PresetStoreException;
import io.concor.PresetVersion;
import io.concor.Waiting;
import io.concor.autoconfigure.database.RealDatabase;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.transaction.support.TransactionTemplate;

@ParameterizedClass
@EnumSource(RealDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JpaPresetStoreTests {

    private static final Instant SAVED = Instant.parse("2026-01-31T12:00:00.123456789Z");

    @Parameter
    private RealDatabase database;

    private HikariDataSource dataSource;
    private JdbcTemplate jdbc;
    private JpaPresetStore store;

    static void createTables(RealDatabase database, DataSource dataSource) {
        new ResourceDatabasePopulator(
                        new ClassPathResource("db/concor/%s/R__concor_presets.sql".formatted(database.vendor())))
                .execute(dataSource);
    }

    @BeforeParameterizedClassInvocation
    void start(RealDatabase database) throws Exception {
        dataSource = database.dataSource("presets");
        jdbc = new JdbcTemplate(dataSource);
        store = new JpaPresetStore(dataSource);
    }

    @BeforeEach
    void createTables() {
        createTables(database, dataSource);
    }

    @AfterEach
    void dropTables() {
        jdbc.execute("drop table if exists concor_preset_version");
        jdbc.execute("drop table if exists concor_preset");
    }

    @AfterParameterizedClassInvocation
    void stop() {
        store.close();
        dataSource.close();
    }

    @Test
    void givesBackWhatWasSaved() {
        Map<String, JoinSettings> slots = new LinkedHashMap<>();
        slots.put("one", JoinSettings.single().waiting(Waiting.YIELDING));
        slots.put("zwölf Wörter", JoinSettings.fixed(32).capacity(64));
        slots.put("true", JoinSettings.cached(8).keepAlive(Duration.ofMillis(1500)));
        Preset preset = new Preset(
                "mo-flow",
                "production",
                slots,
                new LinkedHashSet<>(List.of("empty", "one")),
                Set.of(),
                SAVED,
                "a: 'reason' # with \"all\" – 日本 🙂 " + "x".repeat(600) + "\u0000");

        store.save(preset);

        assertThat(store.find("mo-flow", "production")).contains(preset);
        assertThat(store.names("mo-flow")).containsExactly("production");
    }

    @Test
    void findsNothingWhereNothingIs() {
        assertThat(store.names("mo-flow")).isEmpty();
        assertThat(store.find("mo-flow", "production")).isEmpty();
        assertThat(store.versions("mo-flow", "production")).isEmpty();
        assertThat(store.delete("mo-flow", "production")).isFalse();
    }

    @Test
    void worksWhateverTheLoaderOfTheThreadThatUsesItFirst() throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader ofAServer = new URLClassLoader(new URL[0], before);
                JpaPresetStore fresh = new JpaPresetStore(dataSource)) {
            Thread.currentThread().setContextClassLoader(ofAServer);

            fresh.save(preset("production", 4));

            assertThat(fresh.names("mo-flow")).containsExactly("production");
            assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(ofAServer);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Test
    void listsAnOldVersionThatCannotBeReadWithWhenAndWhyItWasSaved() {
        store.save(preset("production", 4));
        store.save(preset("production", 8));
        jdbc.update("update concor_preset_version set content = 'slots: {cou' where version_number = 1");

        assertThat(store.versions("mo-flow", "production"))
                .containsExactly(
                        new PresetVersion(2, preset("production", 8)), new PresetVersion(1, SAVED, "measured", null));
    }

    @Test
    void listsTheNewestHundredVersions() {
        for (int saved = 1; saved <= 101; saved++) {
            store.save(preset("production", 4));
        }

        assertThat(store.versions("mo-flow", "production")).hasSize(100).last().returns(2L, PresetVersion::number);
    }

    @Test
    void doesNotTakeWhatCannotBeStoredForAConflict() {
        jdbc.execute("alter table concor_preset_version add constraint no_first check (version_number > 1)");

        assertThatExceptionOfType(PresetStoreException.class)
                .isThrownBy(() -> store.save(preset("production", 4)))
                .withMessageContaining("the database cannot be used (DataIntegrityViolationException)");
    }

    @Test
    void isClosedForGood() {
        JpaPresetStore closed = new JpaPresetStore(dataSource);
        closed.save(preset("production", 4));
        closed.close();

        assertThatExceptionOfType(PresetStoreException.class)
                .isThrownBy(() -> closed.names("mo-flow"))
                .havingCause()
                .withMessage("The store of presets was closed");
    }

    @Test
    void keepsEveryVersion() {
        store.save(preset("production", 4));
        store.save(preset("production", 8));

        assertThat(store.find("mo-flow", "production")).contains(preset("production", 8));
        assertThat(store.versions("mo-flow", "production"))
                .containsExactly(
                        new PresetVersion(2, preset("production", 8)), new PresetVersion(1, preset("production", 4)));
    }

    @Test
    void savesOnWhereSomebodyMadeAnOlderVersionTheLatest() {
        store.save(preset("production", 4));
        store.save(preset("production", 8));
        jdbc.update("update concor_preset set latest = 1");
        assertThat(store.find("mo-flow", "production")).contains(preset("production", 4));

        store.save(preset("production", 16));

        assertThat(store.find("mo-flow", "production")).contains(preset("production", 16));
        assertThat(store.versions("mo-flow", "production"))
                .extracting(PresetVersion::number)
                .containsExactly(3L, 2L, 1L);
    }

    @Test
    void keepsTheVersionsOfADeletedPreset() {
        store.save(preset("night", 1));
        store.save(preset("day", 1));

        assertThat(store.delete("mo-flow", "night")).isTrue();

        assertThat(store.delete("mo-flow", "night")).isFalse();
        assertThat(store.names("mo-flow")).containsExactly("day");
        assertThat(store.find("mo-flow", "night")).isEmpty();
        assertThat(store.versions("mo-flow", "night")).isEmpty();
        store.save(preset("night", 2));
        assertThat(store.versions("mo-flow", "night"))
                .containsExactly(new PresetVersion(2, preset("night", 2)), new PresetVersion(1, preset("night", 1)));
    }

    @Test
    void tellsNamesApartThatDifferInCapitalsOrAccents() {
        List<String> names = List.of("Tag", "tag", "täg");
        IntStream.range(0, 3).forEach(name -> store.save(preset(names.get(name), name + 1)));

        assertThat(store.names("mo-flow")).containsExactlyElementsOf(names);
        assertThat(names).allSatisfy(name -> assertThat(store.find("mo-flow", name))
                .contains(preset(name, names.indexOf(name) + 1)));
    }

    @Test
    void keepsNoTwoNamesForAManagerThatDifferInCapitalsOnly() {
        Manager manager = new Manager(store);
        try (Flow<String, String> flow = Flows.<String>create("mo-flow")
                .map((String message) -> message, "router")
                .build()) {
            manager.register(flow);
            manager.savePreset("mo-flow", "Tag", null);

            assertThatExceptionOfType(InvalidSettingException.class)
                    .isThrownBy(() -> manager.savePreset("mo-flow", "tag", null));
            manager.savePreset("mo-flow", "täg", null);

            assertThat(manager.presets("mo-flow")).containsExactly("Tag", "täg");
        }
    }

    @Test
    void takesTheLongestNames() {
        String longest = "語".repeat(66) + "ab";

        store.save(new Preset(longest, longest, Map.of(), SAVED, null));

        assertThat(store.names(longest)).containsExactly(longest);
    }

    @Test
    void seesWhatAnotherInstanceSaved() {
        try (JpaPresetStore other = new JpaPresetStore(dataSource)) {
            store.save(preset("production", 1));
            assertThat(other.find("mo-flow", "production")).contains(preset("production", 1));

            other.save(preset("production", 2));
            assertThat(store.find("mo-flow", "production")).contains(preset("production", 2));
        }
    }

    @Test
    void losesNothingWhereSeveralInstancesSaveAtOnce() {
        saveFromSeveralInstancesAtOnce(store);
    }

    @Test
    void losesNothingWhereTransactionsSeeOnlyWhatWasThereWhenTheyBegan() {
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

        List<PresetVersion> versions = store.versions("mo-flow", "production");
        assertThat(versions)
                .extracting(PresetVersion::number)
                .containsExactlyElementsOf(LongStream.iterate(savers * saves, number -> number - 1)
                        .limit(savers * saves)
                        .boxed()
                        .toList());
        assertThat(versions)
                .extracting(PresetVersion::reason)
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, savers)
                        .boxed()
                        .flatMap(saver -> IntStream.range(0, saves).mapToObj(save -> saver + "/" + save))
                        .toList());
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
    void savesForGoodWithinATransactionOfTheApplicationThatIsRolledBack() {
        TransactionTemplate theirs = new TransactionTemplate(new DataSourceTransactionManager(dataSource));

        theirs.executeWithoutResult(transaction -> {
            jdbc.queryForObject("select 1", Integer.class);
            store.save(preset("production", 3));
            transaction.setRollbackOnly();
        });

        assertThat(store.find("mo-flow", "production")).contains(preset("production", 3));
    }

    @Test
    void doesNotWaitForEverForARowThatSomebodyHolds() {
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
                        .withCauseInstanceOf(PresetStoreException.class);
            });
        }

        assertThat(store.find("mo-flow", "production")).contains(preset("production", 1));
    }

    @Test
    void tellsWhereTheTablesAreMissingWithoutShowingSql() {
        dropTables();

        assertThatExceptionOfType(PresetStoreException.class)
                .isThrownBy(() -> store.save(preset("production", 1)))
                .satisfies(failure -> assertThat(failure.reason())
                        .contains("concor_preset", "db/concor")
                        .doesNotContainIgnoringCase("select", "insert"));
        createTables();
        store.save(preset("production", 1));
        assertThat(store.names("mo-flow")).containsExactly("production");
    }

    @Test
    void tellsWhereWhatIsStoredIsBroken() {
        store.save(preset("production", 1));
        jdbc.update("update concor_preset_version set content = 'slots: ['");

        assertThatExceptionOfType(PresetStoreException.class)
                .isThrownBy(() -> store.find("mo-flow", "production"))
                .withMessageContaining("it is broken");
        assertThat(store.names("mo-flow")).containsExactly("production");
    }

    @Test
    void tellsWhereTheDatabaseCannotBeReached() throws Exception {
        HikariDataSource unreachable = new HikariDataSource();
        unreachable.setJdbcUrl("jdbc:postgresql://localhost:1/none");
        unreachable.setConnectionTimeout(250);
        unreachable.setInitializationFailTimeout(-1);
        try (unreachable;
                JpaPresetStore later = new JpaPresetStore(unreachable)) {
            for (int attempt = 0; attempt < 2; attempt++) {
                assertThatExceptionOfType(PresetStoreException.class)
                        .isThrownBy(() -> later.names("mo-flow"))
                        .satisfies(failure -> assertThat(failure.reason())
                                .startsWith("the database cannot be used (")
                                .doesNotContain("1", "postgres"));
            }
        }
    }

    @Test
    void canRunItsScriptAgain() {
        store.save(preset("production", 1));

        createTables();

        assertThat(store.names("mo-flow")).containsExactly("production");
    }

    private static Preset preset(String name, int threads) {
        return new Preset("mo-flow", name, Map.of("resolver", JoinSettings.fixed(threads)), SAVED, "measured");
    }
}
