package io.concor.autoconfigure.preset;

import java.util.List;
import java.util.Optional;
import org.springframework.data.repository.ListCrudRepository;

/** The versions of presets in the database. */
interface StoredPresetVersions extends ListCrudRepository<StoredPresetVersion, String> {

    Optional<StoredPresetVersion> findByPresetIdAndNumber(String presetId, long number);

    List<StoredPresetVersion> findTop100ByPresetIdOrderByNumberDesc(String presetId);
}
