package io.concor.autoconfigure.preset.jpa;

import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;

/** The presets in the database. */
interface StoredPresetRepository extends JpaRepository<StoredPreset, String> {

    /** Also finds a deleted preset. */
    Optional<StoredPreset> findByFlowAndFoldedName(String flow, String foldedName);

    Optional<StoredPreset> findByFlowAndNameAndDeletedFalse(String flow, String name);

    List<StoredPreset> findByFlowAndDeletedFalse(String flow);
}
