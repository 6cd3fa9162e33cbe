package io.concor.autoconfigure.preset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.JoinSettings;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.ChangeNotPossibleException.Reason;
import io.concor.layout.Layout;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import io.concor.preset.Preset;
import io.concor.preset.PresetStore;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mockito.Mockito;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

@ExtendWith(OutputCaptureExtension.class)
class PresetLoadingTests extends PresetLoadingFixture {

    @ParameterizedTest
    @CsvSource({
        "production, auto, 3",
        "production, always, 3",
        "production, never,",
        "tuning, auto,",
        "tuning, always, 3",
        "tuning, never,"
    })
    void loadsTheActivePresetIfEnabled(String mode, String load, @Nullable Integer threads) throws IOException {
        save("slots: {resolver: {pool: fixed, threads: 3}}");

        runner.withPropertyValues("concor.mode=" + mode, "concor.presets.load=" + load, ACTIVE)
                .run(context -> {
                    JoinSettings join = context.getBean(Manager.class)
                            .flow("orders")
                            .slot("resolver")
                            .settings();
                    assertThat(join == null ? null : join.threads()).isEqualTo(threads);
                });
    }

    @ParameterizedTest
    @CsvSource({"tuning, auto, concor.mode is tuning", "production, never, concor.presets.load is never"})
    void reportsAnActivePresetThatIsNotLoaded(String mode, String load, String why, CapturedOutput output) {
        runner.withPropertyValues("concor.mode=" + mode, "concor.presets.load=" + load, ACTIVE)
                .run(context -> assertThat(output)
                        .contains("Preset 'production' of flow 'orders' is not loaded (" + why + ")"));
    }

    @ParameterizedTest
    @CsvSource({"fail", "ignore-unknown"})
    void leavesNothingToUndo(String onMismatch) throws IOException {
        save("slots: {resolver: {pool: fixed, threads: 3}}");

        runner.withPropertyValues("concor.mode=production", "concor.presets.on-mismatch=" + onMismatch, ACTIVE)
                .run(context -> {
                    Manager manager = context.getBean(Manager.class);
                    assertThatExceptionOfType(ChangeNotPossibleException.class)
                            .isThrownBy(() -> manager.undo(ChangeRequest.options("orders")))
                            .returns(Reason.NOTHING_TO_UNDO, ChangeNotPossibleException::reason);
                    assertThat(manager.flow("orders").slot("resolver").settings())
                            .isEqualTo(JoinSettings.fixed(3));
                    assertThat(manager.flow("orders").presets().active()).get().returns("production", Preset::name);
                });
    }

    @Test
    void loadsEvenIfBeansAreLazy() throws IOException {
        save("slots: {resolver: {pool: fixed, threads: 3}}");

        runner.withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .withPropertyValues("concor.mode=production", ACTIVE)
                .run(context -> assertThat(context.getBean(Manager.class)
                                .flow("orders")
                                .slot("resolver")
                                .settings())
                        .isEqualTo(JoinSettings.fixed(3)));
    }

    @Test
    void writesALinePerFlowWithTheLayoutOfThePreset(CapturedOutput output) throws IOException {
        save("slots: {resolver: {pool: fixed, threads: 3}}");

        runner.withPropertyValues("concor.mode=production", ACTIVE)
                .run(
                        context -> assertThat(output)
                                .containsOnlyOnce(
                                        "Flow 'orders' started in production mode: 2 components, 1 join with 3 threads, preset 'production'"));
    }

    @Test
    void writesALinePerFlowWithoutJoinsAndPreset(CapturedOutput output) {
        runner.run(context -> {
            new ApplicationContextRunner().withParent(context).run(below -> {});
            assertThat(output)
                    .containsOnlyOnce("Flow 'orders' started in tuning mode: 2 components, no joins%n".formatted());
        });
    }

    @Test
    void usesTheSingularForOne(CapturedOutput output) {
        runner.withUserConfiguration(SmallFlow.class).run(context -> assertThat(output)
                .contains("Flow 'small' started in tuning mode: 1 component, 1 join with 1 thread"));
    }

    @ParameterizedTest
    @CsvSource({
        "production, auto, orders, small",
        "production, always, small, orders",
        "production, never, , 'orders,small'",
        "tuning, always, , 'orders,small'",
        "tuning, auto, , 'orders,small'"
    })
    void warnsOfAFlowThatRunsInProductionModeWithoutAPreset(
            String mode, String load, @Nullable String warned, String others, CapturedOutput output)
            throws IOException {
        save("slots: {}");
        Files.createDirectories(location.resolve("small"));
        Files.writeString(location.resolve("small/production.yml"), "slots: {counter: {pool: single}}");
        String withPreset = "orders".equals(warned) ? "small" : "orders";

        runner.withUserConfiguration(SmallFlow.class)
                .withPropertyValues(
                        "concor.mode=" + mode,
                        "concor.presets.load=" + load,
                        "concor.presets.active.%s=production".formatted(withPreset))
                .run(context -> assertThat(context).hasNotFailed());

        for (String flow : others.split(",")) {
            assertThat(output).doesNotContain("concor.presets.active." + flow);
        }
        if (warned != null) {
            assertThat(output)
                    .containsOnlyOnce("Flow '%s' has no active preset".formatted(warned))
                    .containsOnlyOnce("concor.presets.active." + warned);
        }
    }

    @Test
    void doesNotWarnAboutAFlowThatIsToHaveNoPreset(CapturedOutput output) {
        runner.withPropertyValues("concor.mode=production", "concor.presets.active.orders=none")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(Manager.class)
                                    .flow("orders")
                                    .presets()
                                    .active())
                            .isEmpty();
                });

        assertThat(output).doesNotContain("has no active preset");
    }

    @Test
    void failsForAnUnknownFlowThatIsToHaveNoPreset() {
        runner.withPropertyValues("concor.mode=production", "concor.presets.active.oders=none")
                .run(context -> assertThat(context).getFailure().hasStackTraceContaining("oders"));
    }

    @Test
    void reportsThatThePresetIsActive() throws IOException {
        save("slots: {resolver: {pool: fixed, threads: 3}}");

        runner.withPropertyValues("concor.mode=production", ACTIVE).run(context -> assertThat(
                        context.getBean(Manager.class).flow("orders").topology().activePreset())
                .isEqualTo("production"));
    }

    @Test
    void keepsTheLayoutOfAContextThatIsStoppedAndStartedAgain() throws IOException {
        save("slots: {resolver: {pool: fixed, threads: 3}}");

        runner.withPropertyValues("concor.mode=production", ACTIVE).run(context -> {
            Manager manager = context.getBean(Manager.class);
            manager.change(ChangeRequest.put("orders", "resolver", JoinSettings.fixed(5)));
            ConfigurableApplicationContext running = context.getSourceApplicationContext();
            running.stop();
            running.start();
            assertThat(manager.flow("orders").slot("resolver").settings()).isEqualTo(JoinSettings.fixed(5));
        });
    }

    @Test
    void appliesKnownSlotsIfUnknownOnesAreIgnoredAndReportsBoth(CapturedOutput output) throws IOException {
        save(
                "slots: {parser: {pool: none}, payer: {pool: single}, teller: {pool: none}, resolver: {pool: fixed, threads: 3}}");

        runner.withPropertyValues("concor.mode=production", ACTIVE, "concor.presets.on-mismatch=ignore-unknown")
                .run(context -> {
                    Manager manager = context.getBean(Manager.class);
                    assertThat(manager.flow("orders").layout().slots())
                            .isEqualTo(Map.of("resolver", JoinSettings.fixed(3)));
                    assertThat(manager.flow("orders").topology().drifted()).isTrue();
                    assertThat(output)
                            .containsOnlyOnce("Preset 'production' does not fit flow 'orders'")
                            .contains(
                                    "Applied slots: parser, resolver.", "which the flow does not have: payer, teller.");
                });
    }

    @Test
    void appliesAllSlotsIfAllFit(CapturedOutput output) throws IOException {
        save("slots: {resolver: {pool: fixed, threads: 3}}");

        runner.withPropertyValues("concor.mode=production", ACTIVE, "concor.presets.on-mismatch=ignore-unknown")
                .run(context -> {
                    assertThat(context.getBean(Manager.class)
                                    .flow("orders")
                                    .topology()
                                    .drifted())
                            .isFalse();
                    assertThat(output).contains("Preset 'production' applied").doesNotContain("does not fit");
                });
    }

    @Test
    void reportsTheAppliedPresetEvenIfItWasDeletedMeanwhile(CapturedOutput output) {
        Preset preset = new Preset(
                "orders",
                "production",
                Map.of("resolver", JoinSettings.fixed(3), "payer", JoinSettings.single()),
                Instant.EPOCH,
                null);
        PresetStore store = Mockito.mock(PresetStore.class);
        Mockito.when(store.find("orders", "production"))
                .thenReturn(Optional.of(preset))
                .thenReturn(Optional.empty());

        runner.withBean("ours", PresetStore.class, () -> store)
                .withPropertyValues("concor.mode=production", ACTIVE, "concor.presets.on-mismatch=ignore-unknown")
                .run(context -> {
                    assertThat(context.getBean(Manager.class)
                                    .flow("orders")
                                    .layout()
                                    .slots())
                            .isEqualTo(Map.of("resolver", JoinSettings.fixed(3)));
                    assertThat(output).contains("Applied slots: resolver.", "which the flow does not have: payer.");
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`slots: {payer: {pool: single}}` | There is no slot 'payer'",
                "slots: [                         | it is invalid",
                "                                 | There is no preset 'production'"
            })
    void keepsTheDefaultLayoutIfConfiguredAndReportsWhy(@Nullable String text, String why, CapturedOutput output)
            throws IOException {
        if (text != null) {
            save(text);
        }

        runner.withPropertyValues("concor.mode=production", ACTIVE, "concor.presets.on-mismatch=default-layout")
                .run(context -> {
                    Manager manager = context.getBean(Manager.class);
                    assertThat(manager.flow("orders").layout()).isEqualTo(new Layout(1, Map.of()));
                    assertThat(manager.flow("orders").topology().activePreset()).isNull();
                    assertThat(output)
                            .containsOnlyOnce("flow 'orders' keeps its first layout")
                            .contains(why);
                });
    }

    @Test
    void backsOffBeforeAStoreOfTheApplication() {
        runner.withBean("ours", PresetStore.class, () -> Mockito.mock(PresetStore.class))
                .run(context -> assertThat(context).doesNotHaveBean(FilePresetStore.class));
    }
}
