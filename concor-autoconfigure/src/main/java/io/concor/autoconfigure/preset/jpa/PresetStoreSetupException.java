package io.concor.autoconfigure.preset.jpa;

import io.concor.autoconfigure.properties.ConfigurationException;
import io.concor.text.Sentence;

/** Thrown if the configured preset store cannot be created. The application does not start. */
final class PresetStoreSetupException extends ConfigurationException {

    private static final long serialVersionUID = 1L;

    private PresetStoreSetupException(String problem, String remedy) {
        super("Presets cannot be stored in a database (concor.presets.store is jpa): " + problem, remedy, null);
    }

    static PresetStoreSetupException classes() {
        return new PresetStoreSetupException(
                "Spring Data JPA and Hibernate are not on the class path",
                "Add spring-boot-starter-data-jpa and the driver of the database, or set concor.presets.store to file.");
    }

    static PresetStoreSetupException dataSource(String problem, String known) {
        return new PresetStoreSetupException(
                problem,
                known.isEmpty()
                        ? "Configure a data source, for example with spring.datasource.url, or set concor.presets.store to file."
                        : Sentence.of("Set concor.presets.data-source to one of: %s.", known));
    }
}
