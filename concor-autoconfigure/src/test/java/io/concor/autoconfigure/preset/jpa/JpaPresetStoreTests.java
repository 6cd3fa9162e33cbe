package io.concor.autoconfigure.preset.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.WaitMode;
import io.concor.autoconfigure.database.RealDatabase;
import io.concor.manage.Manager;
import io.concor.preset.Preset;
import io.concor.preset.PresetStoreException;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@ParameterizedClass
@EnumSource(RealDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JpaPresetStoreTests extends PresetTables {

    @Test
    void restoresWhatWasSaved() {
        Map<String, JoinSettings> slots = new LinkedHashMap<>();
        slots.put("one", JoinSettings.single().waiting(WaitMode.YIELDING));
        slots.put("zwölf Wörter", JoinSettings.fixed(32).capacity(64));
        slots.put("true", JoinSettings.cached(8).keepAlive(Duration.ofMillis(1500)));
        slots.put("batches", JoinSettings.batch(500).batchTarget(Duration.ofMillis(200)));
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
    void findsNothingIfNothingIsStored() {
        assertThat(store.names("mo-flow")).isEmpty();
        assertThat(store.find("mo-flow", "production")).isEmpty();
        assertThat(store.versions("mo-flow", "production")).isEmpty();
        assertThat(store.delete("mo-flow", "production")).isFalse();
    }

    @Test
    void worksWithAnyContextClassLoader() throws Exception {
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
    void listsVersionsWithoutReadingWhatWasSaved() {
        store.save(preset("production", 4));
        store.save(preset("production", 8));
        jdbc.update("update concor_preset_version set content = 'slots: {cou' where version_number = 1");

        assertThat(store.versions("mo-flow", "production")).containsExactly(version(2), version(1));
        assertThatExceptionOfType(PresetStoreException.class)
                .isThrownBy(() -> store.find("mo-flow", "production", 1))
                .withMessageContaining("it is invalid");
    }

    private static Preset.Version version(long number) {
        return new Preset.Version(number, SAVED, "measured");
    }

    @Test
    void listsTheNewestHundredVersions() {
        for (int saved = 1; saved <= 101; saved++) {
            store.save(preset("production", 4));
        }

        assertThat(store.versions("mo-flow", "production")).hasSize(100).last().returns(2L, Preset.Version::number);
    }

    @Test
    void doesNotRetryWhatCannotBeStored() {
        jdbc.execute("alter table concor_preset_version add constraint no_first check (version_number > 1)");

        assertThatExceptionOfType(PresetStoreException.class)
                .isThrownBy(() -> store.save(preset("production", 4)))
                .withMessageContaining("the database cannot be used (the database reports: ")
                .withMessageContaining(", SQLState 23")
                .satisfies(failure -> assertThat(failure.reason()).doesNotContain("db/concor"));
    }

    @Test
    void staysClosed() {
        JpaPresetStore closed = new JpaPresetStore(dataSource);
        closed.save(preset("production", 4));
        closed.close();

        assertThatExceptionOfType(PresetStoreException.class)
                .isThrownBy(() -> closed.names("mo-flow"))
                .withMessageStartingWith("Presets of flow 'mo-flow': ")
                .havingCause()
                .withMessage("The preset store is closed");
    }

    @Test
    void keepsEveryVersion() {
        store.save(preset("production", 4));
        store.save(preset("production", 8));

        assertThat(store.find("mo-flow", "production")).contains(preset("production", 8));
        assertThat(store.versions("mo-flow", "production")).containsExactly(version(2), version(1));
        assertThat(store.find("mo-flow", "production", 2)).contains(preset("production", 8));
        assertThat(store.find("mo-flow", "production", 1)).contains(preset("production", 4));
        assertThat(store.find("mo-flow", "production", 3)).isEmpty();
    }

    @Test
    void savesAfterAnOlderVersionWasMadeTheLatestByHand() {
        store.save(preset("production", 4));
        store.save(preset("production", 8));
        jdbc.update("update concor_preset set latest = 1");
        assertThat(store.find("mo-flow", "production")).contains(preset("production", 4));

        store.save(preset("production", 16));

        assertThat(store.find("mo-flow", "production")).contains(preset("production", 16));
        assertThat(store.versions("mo-flow", "production"))
                .extracting(Preset.Version::number)
                .containsExactly(3L, 2L, 1L);
    }

    @Test
    void reportsAMissingLatestVersion() {
        store.save(preset("production", 4));
        jdbc.update("update concor_preset set latest = 7");

        assertThatExceptionOfType(PresetStoreException.class)
                .isThrownBy(() -> store.find("mo-flow", "production"))
                .withMessage("Preset 'production' of flow 'mo-flow': its latest version 7 does not exist");
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
        assertThat(store.find("mo-flow", "night", 1)).isEmpty();
        store.save(preset("night", 2));
        assertThat(store.versions("mo-flow", "night")).containsExactly(version(2), version(1));
        assertThat(store.find("mo-flow", "night", 1)).contains(preset("night", 1));
    }

    @Test
    void distinguishesNamesThatDifferInAccents() {
        List<String> names = List.of("tag", "täg", "tåg");
        IntStream.range(0, 3).forEach(name -> store.save(preset(names.get(name), name + 1)));

        assertThat(store.names("mo-flow")).containsExactlyElementsOf(names);
        assertThat(names).allSatisfy(name -> assertThat(store.find("mo-flow", name))
                .contains(preset(name, names.indexOf(name) + 1)));
    }

    @Test
    void refusesNamesThatDifferInCaseOnly() {
        Manager manager = new Manager(store);
        try (Flow<String, String> flow = Flows.<String>create("mo-flow")
                .map((String message) -> message, "router")
                .build()) {
            manager.register(flow);
            manager.flow("mo-flow").presets().save("Tag", null);

            assertThatExceptionOfType(InvalidSettingException.class)
                    .isThrownBy(() -> manager.flow("mo-flow").presets().save("tag", null));
            manager.flow("mo-flow").presets().save("täg", null);

            assertThat(manager.flow("mo-flow").presets().names()).containsExactly("Tag", "täg");
        }
    }

    @Test
    void reportsWhetherASaveReplacedAPreset() {
        assertThat(store.save(preset("night", 1))).isFalse();
        assertThat(store.save(preset("night", 2))).isTrue();
        store.delete("mo-flow", "night");
        assertThat(store.save(preset("night", 3))).isFalse();
    }

    @Test
    void refusesANameThatDiffersOnlyInCaseUntilTheOtherIsDeleted() {
        store.save(preset("Übung", 1));

        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> store.save(preset("übung", 2)))
                .withMessageContaining("'übung' differs from 'Übung' only in case");

        assertThat(store.find("mo-flow", "Übung")).contains(preset("Übung", 1));
        store.delete("mo-flow", "Übung");
        store.save(preset("übung", 2));
        assertThat(store.names("mo-flow")).containsExactly("übung");
        assertThat(store.find("mo-flow", "übung")).contains(preset("übung", 2));
        assertThat(store.versions("mo-flow", "übung")).containsExactly(version(2), version(1));
    }

    @Test
    void acceptsTheLongestNames() {
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
    void savesIndependentlyOfATransactionOfTheApplication() {
        TransactionTemplate theirs = new TransactionTemplate(new DataSourceTransactionManager(dataSource));

        theirs.executeWithoutResult(transaction -> {
            jdbc.queryForObject("select 1", Integer.class);
            store.save(preset("production", 3));
            transaction.setRollbackOnly();
        });

        assertThat(store.find("mo-flow", "production")).contains(preset("production", 3));
    }

    @Test
    void reportsMissingTablesWithoutSql() {
        dropTables();

        assertThatExceptionOfType(PresetStoreException.class)
                .isThrownBy(() -> store.save(preset("production", 1)))
                .satisfies(failure -> assertThat(failure.reason())
                        .contains("create them with the scripts in db/concor", "the database reports: ", "SQLState 42")
                        .doesNotContainIgnoringCase("select", "insert"));
        createTables();
        store.save(preset("production", 1));
        assertThat(store.names("mo-flow")).containsExactly("production");
    }

    @Test
    void reportsAnInvalidStoredPreset() {
        store.save(preset("production", 1));
        jdbc.update("update concor_preset_version set content = 'slots: ['");

        assertThatExceptionOfType(PresetStoreException.class)
                .isThrownBy(() -> store.find("mo-flow", "production"))
                .withMessageContaining("it is invalid");
        assertThat(store.names("mo-flow")).containsExactly("production");
    }

    @Test
    void reportsAnUnreachableDatabase() throws Exception {
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
                                .isEqualTo("the database cannot be used (no connection, SQLState 08001)"));
            }
        }
    }

    @Test
    void canRunItsScriptAgain() {
        store.save(preset("production", 1));

        createTables();

        assertThat(store.names("mo-flow")).containsExactly("production");
    }
}
