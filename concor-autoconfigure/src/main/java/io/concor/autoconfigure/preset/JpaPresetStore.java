package io.concor.autoconfigure.preset;

import io.concor.autoconfigure.preset.PresetDatabase.Repositories;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.preset.Preset;
import io.concor.preset.PresetStore;
import io.concor.preset.PresetStoreException;
import io.concor.preset.PresetVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.QueryTimeoutException;

/**
 * Keeps presets in a database, by Spring Data JPA and Hibernate, with every version that was saved. Thread-safe, also
 * with other processes on the same tables: of two that save one preset at once, both become versions, one after the
 * other.
 */
public final class JpaPresetStore implements PresetStore, AutoCloseable {

    private static final Duration LONGEST_TRANSACTION = Duration.ofSeconds(10);

    private final PresetDatabase database;
    private final Duration longestTransaction;

    /**
     * A store. Its tables must be there when it is used: see the scripts in {@code db/concor}.
     *
     * @param dataSource where the tables are
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

    /** Somebody may have made it the latest by hand. */
    private static PresetStoreException withoutLatest(String flow, String name, long number) {
        return new PresetStoreException(
                flow, name, "its version %d, which is to be the latest, is not there".formatted(number), null);
    }

    /** The newest hundred; their reasons are shortened to a hundred characters. */
    @Override
    public List<PresetVersion> versions(String flow, String name) {
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
    public void save(Preset preset) {
        inTransaction(preset.flow(), preset.name(), stored -> save(stored, preset));
    }

    private static StoredPresetVersion save(Repositories stored, Preset preset) {
        StoredPreset named = stored.presets()
                .findByFlowAndName(preset.flow(), preset.name())
                .orElseGet(() -> new StoredPreset(preset.flow(), preset.name()));
        // Behind all others: an older one may have been made the latest by hand.
        named.latest(stored.versions().highestNumber(named.id()) + 1);
        StoredPreset saved =
                stored.presets().saveAndFlush(named); // one of two at once fails here, before the versions meet
        return stored.versions().save(new StoredPresetVersion(saved, preset));
    }

    /** Its versions stay in the database, and are those of a preset that is saved under the same name later. */
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
        } catch (PresetStoreException told) {
            throw told;
        } catch (ConcurrencyFailureException overtaken) {
            throw PresetStoreException.ofConflict(flow, name, overtaken);
        } catch (QueryTimeoutException waited) {
            throw new PresetStoreException(
                    flow,
                    name,
                    "the database did not answer within %s; a lock on the tables of presets may be held by somebody else"
                            .formatted(SettingFormat.format(longestTransaction)),
                    waited);
        } catch (InvalidDataAccessResourceUsageException noTables) {
            throw new PresetStoreException(
                    flow,
                    name,
                    "the tables concor_preset and concor_preset_version cannot be used; the scripts below db/concor make them",
                    noTables);
        } catch (RuntimeException failed) {
            throw new PresetStoreException(
                    flow,
                    name,
                    "the database cannot be used (%s)"
                            .formatted(failed.getClass().getSimpleName()),
                    failed);
        }
    }
}
