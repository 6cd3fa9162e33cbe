package io.concor.autoconfigure.preset.jpa;

import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.ListCrudRepository;

/** The versions of presets in the database. */
interface StoredPresetVersionRepository extends ListCrudRepository<StoredPresetVersion, String> {

    Optional<StoredPresetVersion> findByPresetIdAndNumber(String presetId, long number);

    /** Returns the highest number, or 0 if there is no version. */
    @Query("select coalesce(max(stored.number), 0) from StoredPresetVersion stored where stored.presetId = ?1")
    long highestNumber(String presetId);

    List<StoredVersionSummary> findTop100ByPresetIdOrderByNumberDesc(String presetId);
}
