package io.concor.autoconfigure.preset.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.autoconfigure.database.RealDatabase;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Applications with files on their class path that configure their own JPA. Hibernate reads some once for each JVM. */
@Tag("full")
class JpaClassPathIsolationTests {

    private static final String ORM = """
            <entity-mappings xmlns="https://jakarta.ee/xml/ns/persistence/orm" version="3.1">
              <persistence-unit-metadata><persistence-unit-defaults>
                <schema>app</schema>
              </persistence-unit-defaults></persistence-unit-metadata>
            </entity-mappings>
            """;
    private static final String PERSISTENCE = """
            <persistence xmlns="https://jakarta.ee/xml/ns/persistence" version="3.0">
              <persistence-unit name="concor-presets">
                <properties><property name="hibernate.default_schema" value="app"/></properties>
              </persistence-unit>
            </persistence>
            """;

    @TempDir
    Path classes;

    @Test
    void theSchemaOfHibernatePropertiesDoesNotReachTheStore() throws Exception {
        hibernatePropertiesDoNotReachTheStore("hibernate.default_schema=app");
    }

    @ParameterizedTest
    @CsvSource({
        "hibernate.default_catalog=app",
        "hibernate.globally_quoted_identifiers=true",
        "hibernate.physical_naming_strategy=org.example.Missing",
        "hibernate.dialect=org.hibernate.dialect.OracleDialect",
        "hibernate.hbm2ddl.auto=create",
        "hibernate.connection.provider_class=org.example.Missing",
        "jakarta.persistence.schema-generation.database.action=drop-and-create",
        "hibernate.session_factory.statement_inspector=org.example.Missing",
        "hibernate.multi_tenant_connection_provider=org.example.Missing",
        "hibernate.cache.region.factory_class=org.example.Missing",
        "hibernate.cfg_xml_file=missing.xml"
    })
    @Tag("full")
    void hibernatePropertiesDoNotReachTheStore(String setting) throws Exception {
        write("hibernate.properties", setting + "\n");

        assertThat(saveTwice()).contains("saved 2 versions");
    }

    @ParameterizedTest
    @CsvSource({"hibernate.default_schema=app", "hibernate.physical_naming_strategy=org.example.Missing"})
    @Tag("full")
    void systemPropertiesDoNotReachTheStore(String setting) throws Exception {
        assertThat(saveTwice("-D" + setting)).contains("saved 2 versions");
    }

    @Test
    @Tag("full")
    void mappingFilesDoNotReachTheStore() throws Exception {
        write("META-INF/orm.xml", ORM);

        assertThat(saveTwice()).contains("saved 2 versions");
    }

    @Test
    @Tag("full")
    void persistenceUnitsOfTheSameNameDoNotReachTheStore() throws Exception {
        write("META-INF/persistence.xml", PERSISTENCE);

        assertThat(saveTwice()).contains("saved 2 versions");
    }

    @Test
    @Tag("full")
    void filesThatCannotBeReadDoNotReachTheStore() throws Exception {
        for (String file : List.of(
                "META-INF/persistence.xml", "META-INF/orm.xml", "META-INF/validation.xml", "hibernate.cfg.xml")) {
            write(file, "<invalid");
        }

        assertThat(saveTwice()).contains("saved 2 versions");
    }

    private void write(String name, String text) throws IOException {
        Path file = classes.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private String saveTwice(String... options) throws Exception {
        List<String> command =
                new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow()));
        command.addAll(List.of(options));
        command.addAll(List.of(
                "-cp",
                classes + File.pathSeparator + System.getProperty("java.class.path"),
                Application.class.getName()));
        Path output = classes.resolve("output.txt");
        Process application = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            await("the end of the application").atMost(3, TimeUnit.MINUTES).until(() -> !application.isAlive());
        } finally {
            application.destroyForcibly();
        }
        return Files.readString(output);
    }

    /** Saves a preset twice in new tables. */
    static final class Application {

        private Application() {}

        public static void main(String[] arguments) throws Exception {
            DriverManagerDataSource dataSource = new DriverManagerDataSource("jdbc:h2:mem:classpath;DB_CLOSE_DELAY=-1");
            PresetTables.createTables(RealDatabase.H2, dataSource);
            try (JpaPresetStore store = new JpaPresetStore(dataSource)) {
                store.save(PresetTables.preset("production", 1));
            }
            try (JpaPresetStore store = new JpaPresetStore(dataSource)) {
                store.save(PresetTables.preset("production", 2));
                int versions = store.versions("mo-flow", "production").size();
                System.out.println(String.format(Locale.ROOT, "saved %d versions", versions));
            }
        }
    }
}
