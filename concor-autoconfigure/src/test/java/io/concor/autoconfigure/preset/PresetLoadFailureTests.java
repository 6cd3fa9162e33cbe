package io.concor.autoconfigure.preset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.concor.autoconfigure.StartupFailure;
import io.concor.autoconfigure.preset.jpa.ConcorJpaPresetStoreAutoConfiguration;
import io.concor.preset.PresetStore;
import io.concor.preset.PresetStoreException;
import java.io.IOException;
import java.nio.file.Files;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;

/** The failure analyses for active presets that prevent the start. */
class PresetLoadFailureTests extends PresetLoadingFixture {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`slots: {payer: {pool: single}}`                   | payer                 | Save the preset again",
                "`slots: {resolver: {pool: fixed, threads: 9000}}`  | slots.resolver.threads: 9000 | Correct the preset",
                "slots: [                                           | line 1                | Correct the preset",
                "                                                   | no preset 'production' | concor.presets.location"
            })
    void preventsTheStartIfTheActivePresetCannotBeLoaded(@Nullable String text, String problem, String action)
            throws IOException {
        if (text != null) {
            save(text);
        }

        runner.withPropertyValues("concor.mode=production", ACTIVE).run(context -> {
            FailureAnalysis analysis = analyze(context.getStartupFailure());
            assertThat(analysis.getDescription())
                    .contains(
                            "orders",
                            "production",
                            problem,
                            location.resolve("orders/production.yml").toString());
            assertThat(analysis.getAction())
                    .contains(action, "concor.presets.load", "never", "concor.presets.active.orders");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "slots: {counter: {pool: fixed, threads: 2}, payer: {pool: none}} | production | small | Correct 'pool'",
                "slots: {}                                                       | gone       | small | no preset 'gone'",
                "slots: [                                                        | production | small | it is invalid"
            })
    void preventsTheStartIfIgnoringUnknownSlotsDoesNotHelp(String text, String preset, String flow, String expected)
            throws IOException {
        Files.createDirectories(location.resolve("small"));
        Files.writeString(location.resolve("small/production.yml"), text);

        runner.withUserConfiguration(SmallFlow.class)
                .withPropertyValues(
                        "concor.presets.load=always",
                        "concor.presets.active.%s=%s".formatted(flow, preset),
                        "concor.presets.on-mismatch=ignore-unknown")
                .run(context -> {
                    FailureAnalysis analysis = analyze(context.getStartupFailure());
                    assertThat(analysis.getDescription() + analysis.getAction())
                            .contains(expected, "concor.presets.on-mismatch");
                });
    }

    @ParameterizedTest
    @CsvSource({"fail", "ignore-unknown", "default-layout"})
    void preventsTheStartIfTheFlowOfTheActivePresetDoesNotExist(String onMismatch) {
        runner.withPropertyValues(
                        "concor.mode=production",
                        "concor.presets.active.payments=production",
                        "concor.presets.on-mismatch=" + onMismatch)
                .run(context -> assertThat(analyze(context.getStartupFailure()).getDescription())
                        .contains("payments", "known: orders"));
    }

    @Test
    void preventsTheStartIfTheActivePresetBreaksARule() throws IOException {
        save("slots: {resolver: {pool: virtual}}");
        Assumptions.assumeTrue(Runtime.version().feature() < 21, "virtual is allowed here");

        runner.withPropertyValues("concor.mode=production", ACTIVE).run(context -> {
            FailureAnalysis analysis = analyze(context.getStartupFailure());
            assertThat(analysis.getDescription()).contains("orders", "production", "resolver", "21");
            assertThat(analysis.getAction()).contains("Correct 'pool' of slot 'resolver'");
        });
    }

    @Test
    void reportsTheFlowOfAnActivePresetWithAnInvalidName() {
        runner.withPropertyValues("concor.mode=production", "concor.presets.active.orders=../production")
                .run(context -> {
                    FailureAnalysis analysis = analyze(context.getStartupFailure());
                    assertThat(analysis.getDescription())
                            .contains("flow: orders", "'../production' is not a name", "1 to 100 letters")
                            .doesNotContain(location.toString());
                    assertThat(analysis.getAction()).contains("concor.presets.active.orders");
                });
    }

    @Test
    void reportsTheLimitThatPreventsTheStart() throws IOException {
        save("slots: {resolver: {pool: fixed, threads: 3}}");

        runner.withPropertyValues("concor.mode=production", ACTIVE, "concor.limits.threads-per-slot=2")
                .run(context -> assertThat(analyze(context.getStartupFailure()).getAction())
                        .contains("(allowed: up to 2 in each slot), or raise concor.limits.threads-per-slot, or"));
    }

    @Test
    void preventsTheStartIfTheActivePresetIsOfAnUnknownFlow() {
        runner.withPropertyValues("concor.mode=production", "concor.presets.active.payments=production")
                .run(context -> {
                    FailureAnalysis analysis = analyze(context.getStartupFailure());
                    assertThat(analysis.getDescription()).contains("payments", "known: orders");
                    assertThat(analysis.getAction())
                            .isEqualTo("Correct or remove the name of the flow in concor.presets.active.");
                });
    }

    @Test
    void reportsTheStoreOfAMissingPreset() {
        String noPreset = "There is no preset 'production'; there is none at all";
        runner.withPropertyValues("concor.mode=production", ACTIVE).run(context -> {
            FailureAnalysis analysis = analyze(context.getStartupFailure());
            assertThat(analysis.getDescription()).contains(noPreset);
            assertThat(analysis.getAction()).contains("concor.presets.location", "concor.presets.store is file");
        });
        runner.withPropertyValues("concor.mode=production", ACTIVE)
                .withBean("ours", PresetStore.class, PresetStore::inMemory)
                .run(context -> assertThat(analyze(context.getStartupFailure()).getAction())
                        .contains("PresetStore of the application")
                        .doesNotContain("concor.presets.location"));
        runner.withConfiguration(AutoConfigurations.of(ConcorJpaPresetStoreAutoConfiguration.class))
                .withBean(DataSource.class, PresetLoadFailureTests::database)
                .withPropertyValues("concor.mode=production", "concor.presets.store=jpa", ACTIVE)
                .run(context -> {
                    FailureAnalysis analysis = analyze(context.getStartupFailure());
                    assertThat(analysis.getDescription()).contains(noPreset);
                    assertThat(analysis.getAction())
                            .contains("concor.presets.store is jpa", "concor.presets.load set to never")
                            .doesNotContain("concor.presets.location");
                });
    }

    @Test
    void saysWhichPresetOfWhichFlowFailsAndWhy() throws IOException {
        save("slots: [");

        runner.withPropertyValues("concor.mode=production", ACTIVE)
                .run(context -> assertThat(context.getStartupFailure())
                        .cause()
                        .asInstanceOf(type(PresetLoadException.class))
                        .returns("orders", PresetLoadException::flow)
                        .returns("production", PresetLoadException::preset)
                        .returns(location.resolve("orders/production.yml").toString(), PresetLoadException::file)
                        .extracting(PresetLoadException::problem)
                        .isInstanceOf(PresetStoreException.class));
    }

    private static DataSource database() {
        return new EmbeddedDatabaseBuilder()
                .generateUniqueName(true)
                .setType(EmbeddedDatabaseType.H2)
                .addScript("classpath:db/concor/h2/R__concor_presets.sql")
                .build();
    }

    /** The first analysis, as Boot selects it. */
    static FailureAnalysis analyze(@Nullable Throwable failure) {
        assertThat(failure).isNotNull();
        return StartupFailure.analysis(failure);
    }
}
