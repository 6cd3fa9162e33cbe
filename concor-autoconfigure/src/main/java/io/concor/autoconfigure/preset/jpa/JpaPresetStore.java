package io.concor.autoconfigure.preset.jpa;

import io.concor.InvalidSettingException;
import io.concor.NameRules;
import io.concor.autoconfigure.preset.PresetYaml;
import io.concor.autoconfigure.preset.jpa.PresetDatabase.Repositories;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.preset.Preset;
import io.concor.preset.PresetStore;
import io.concor.preset.PresetStoreException;
import io.concor.text.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.QueryTimeoutException;

/**
 * Stores presets and all their saved versions in a database, with Spring Data JPA and Hibernate. Thread-safe, also with
 * other processes on the same tables: concurrent saves of a preset become consecutive versions.
 */
public final class JpaPresetStore implements PresetStore, AutoCloseable {

    private static final Duration LONGEST_TRANSACTION = Duration.ofSeconds(10);

    private final PresetDatabase database;
    private final Duration longestTransaction;

    /**
     * Creates a store. Its tables must exist when it is used: see the scripts in {@code db/concor}.
     *
     * @param dataSource the database of the tables
     */
    public JpaPresetStore(DataSource dataSource) {
        this(dataSource, LONGEST_TRANSACTION);
    }

    JpaPresetStore(DataSource dataSource, Duration longestTransaction) {
        this.database = new PresetDatabase(dataSource, longestTransaction);
        this.longestTransaction = longestTransaction;
    }

    @Override
    public List<String> names(String flow) {
        return inTransaction(flow, null, stored -> stored.presets().findByFlowAndDeletedFalse(flow).stream()
                .map(StoredPreset::name)
                .sorted()
                .toList());
    }

    @Override
    public Optional<Preset> find(String flow, String name) {
        return inTransaction(flow, name, stored -> stored.presets()
                .findByFlowAndNameAndDeletedFalse(flow, name)
                .map(preset -> stored.versions()
                        .findByPresetIdAndNumber(preset.id(), preset.latest())
                        .orElseThrow(() -> withoutLatest(flow, name, preset.latest())))
                .map(version -> read(flow, name, version)));
    }

    /** The database may have been edited by hand. */
    private static PresetStoreException withoutLatest(String flow, String name, long number) {
        return new PresetStoreException(flow, name, Sentence.of("its latest version %d does not exist", number), null);
    }

    /** Returns the newest hundred versions, with reasons truncated to a hundred characters. */
    @Override
    public List<Preset.Version> versions(String flow, String name) {
        return inTransaction(
                flow, name, stored -> stored.presets().findByFlowAndNameAndDeletedFalse(flow, name).stream()
                        .flatMap(
                                preset -> stored.versions().findTop100ByPresetIdOrderByNumberDesc(preset.id()).stream())
                        .map(StoredVersionSummary::toVersion)
                        .toList());
    }

    @Override
    public Optional<Preset> find(String flow, String name, long number) {
        return inTransaction(flow, name, stored -> stored.presets()
                .findByFlowAndNameAndDeletedFalse(flow, name)
                .flatMap(preset -> stored.versions().findByPresetIdAndNumber(preset.id(), number))
                .map(version -> read(flow, name, version)));
    }

    private static Preset read(String flow, String name, StoredPresetVersion version) {
        return PresetYaml.read(flow, name, version.content(), Instant.EPOCH);
    }

    @Override
    public boolean save(Preset preset) {
        return inTransaction(preset.flow(), preset.name(), stored -> save(stored, preset));
    }

    private static boolean save(Repositories stored, Preset preset) {
        Optional<StoredPreset> present =
                stored.presets().findByFlowAndFoldedName(preset.flow(), StoredPreset.folded(preset.name()));
        Optional<StoredPreset> replaced = present.filter(named -> !named.deleted());
        replaced.ifPresent(named -> NameRules.requireDistinct("preset", preset.name(), List.of(named.name())));
        StoredPreset named = present.orElseGet(() -> new StoredPreset(preset.flow(), preset.name()));
        // after all others: an older one may have been made the latest by hand
        named.latest(preset.name(), stored.versions().highestNumber(named.id()) + 1);
        StoredPreset saved = stored.presets()
                .saveAndFlush(named); // of two concurrent saves, one fails here, before it inserts a version
        stored.versions().save(new StoredPresetVersion(saved, preset));
        return replaced.isPresent();
    }

    /**
     * Marks the preset as deleted. Its versions stay, and belong to a preset that is saved later under the same name, in
     * any case.
     */
    @Override
    public boolean delete(String flow, String name) {
        return inTransaction(flow, name, stored -> {
            Optional<StoredPreset> preset = stored.presets().findByFlowAndNameAndDeletedFalse(flow, name);
            preset.ifPresent(StoredPreset::delete);
            return preset.isPresent();
        });
    }

    @Override
    public void close() {
        database.close();
    }

    private <T> T inTransaction(String flow, @Nullable String name, Function<Repositories, T> work) {
        try {
            return database.inTransaction(work);
        } catch (PresetStoreException | InvalidSettingException known) {
            throw known;
        } catch (ConcurrencyFailureException conflict) {
            throw PresetStoreException.ofConflict(flow, name, conflict);
        } catch (RuntimeException failed) {
            throw new PresetStoreException(flow, name, reason(failed), failed);
        }
    }

    private String reason(RuntimeException failed) {
        if (failed instanceof QueryTimeoutException) {
            return Sentence.of(
                    "the database did not respond within %s; another client may hold a lock on the tables of presets",
                    SettingFormat.format(longestTransaction));
        }
        return DatabaseReason.of(failed);
    }
}
