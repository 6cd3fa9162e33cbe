package io.concor.autoconfigure.preset;

/** Presets cannot be kept where they shall be kept, so the application does not start. */
final class PresetStoreSetupException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String remedy;

    private PresetStoreSetupException(String problem, String remedy) {
        super("Presets shall be kept in a database (concor.presets.store: jpa), but " + problem);
        this.remedy = remedy;
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
                        ? "Configure one, for instance at spring.datasource.url, or set concor.presets.store to file."
                        : "Name one at concor.presets.data-source: %s.".formatted(known));
    }

    String remedy() {
        return remedy;
    }
}
