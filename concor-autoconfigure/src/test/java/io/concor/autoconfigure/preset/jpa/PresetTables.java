package io.concor.autoconfigure.preset.jpa;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.JoinSettings;
import io.concor.autoconfigure.database.RealDatabase;
import io.concor.preset.Preset;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** The preset tables in each database, and a store on them. */
public abstract class PresetTables {

    static final Instant SAVED = Instant.parse("2026-01-31T12:00:00.123456789Z");

    @Parameter
    RealDatabase database;

    HikariDataSource dataSource;
    JdbcTemplate jdbc;
    JpaPresetStore store;

    public static void createTables(RealDatabase database, DataSource dataSource) {
        new ResourceDatabasePopulator(
                        new ClassPathResource("db/concor/%s/R__concor_presets.sql".formatted(database.vendor())))
                .execute(dataSource);
    }

    @BeforeParameterizedClassInvocation
    void start(RealDatabase database) throws Exception {
        dataSource = database.dataSource(getClass().getSimpleName().toLowerCase(Locale.ROOT));
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

    static Preset preset(String name, int threads) {
        return new Preset("mo-flow", name, Map.of("resolver", JoinSettings.fixed(threads)), SAVED, "measured");
    }
}
