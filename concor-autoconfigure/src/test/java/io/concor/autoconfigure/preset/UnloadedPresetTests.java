package io.concor.autoconfigure.preset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.JoinSettings;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.layout.Layout;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.context.ApplicationContext;

/** A preset that could not be loaded at start-up, so that the flow keeps its first layout. */
class UnloadedPresetTests extends PresetFilesFixture {

    private static final Map<String, JoinSettings> FIRST = Map.of("counter", JoinSettings.single());

    private ApplicationContextRunner runner;

    @BeforeEach
    void breakPreset() throws IOException {
        write("day.yml", "slots: {cou");
        runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        ConcorPresetStoreAutoConfiguration.class,
                        ConcorAutoConfiguration.class,
                        ConcorPresetLoadingAutoConfiguration.class))
                .withBean("orders", Flow.class, () -> flow)
                .withPropertyValues(
                        "concor.presets.location=" + location,
                        "concor.presets.on-mismatch=default-layout",
                        "concor.presets.load=always",
                        "concor.presets.active.orders=day");
    }

    @Test
    void isAppliedWhenItCanBeReadIfWatched() {
        runner.withPropertyValues("concor.presets.watch=true", "concor.presets.watch-interval=100ms")
                .run(context -> {
                    Manager manager = context.getBean(Manager.class);
                    assertThat(manager.flow("orders").layout()).isEqualTo(new Layout(1, FIRST));

                    write("day.yml", threads(3));

                    await("the preset")
                            .until(() -> manager.flow("orders").layout().slots().equals(layout(3)));
                    assertThat(manager.flow("orders").topology().activePreset()).isEqualTo("day");
                    assertThat(manager.flow("orders").history(1))
                            .singleElement()
                            .satisfies(entry -> assertThat(entry.reason())
                                    .isEqualTo("preset 'day' could not be loaded at start-up, but can be read now"));
                });
    }

    @Test
    void isNotAppliedAfterTheLayoutWasChanged() {
        runner.run(looks((manager, watched) -> {
            manager.change(ChangeRequest.put("orders", "parser", JoinSettings.fixed(9)));
            manager.undo(ChangeRequest.options("orders"));
            write("day.yml", threads(3));
            look(watched, 3);

            assertThat(manager.flow("orders").layout()).isEqualTo(new Layout(3, FIRST));
        }));
    }

    @Test
    void isNotAppliedAfterAnotherWasActive() {
        runner.run(looks((manager, watched) -> {
            manager.flow("orders").presets().save("night", null);
            look(watched, 1);
            manager.flow("orders").presets().delete("night");
            write("day.yml", threads(3));
            look(watched, 3);

            assertThat(manager.flow("orders").layout()).isEqualTo(new Layout(1, FIRST));
        }));
    }

    @Test
    void isNotAppliedAgainAfterAnUndo() {
        runner.run(looks((manager, watched) -> {
            write("day.yml", threads(3));
            look(watched, 2);
            assertThat(manager.flow("orders").layout().slots()).isEqualTo(layout(3));

            manager.undo(ChangeRequest.options("orders"));
            look(watched, 3);

            assertThat(manager.flow("orders").layout()).isEqualTo(new Layout(3, FIRST));
        }));
    }

    private interface Looks {

        void accept(Manager manager, WatchedPreset watched) throws IOException;
    }

    private static <C extends ApplicationContext> ContextConsumer<C> looks(Looks looks) {
        return context -> {
            Manager manager = context.getBean(Manager.class);
            PresetLoader loader = context.getBean(PresetLoader.class);
            looks.accept(
                    manager,
                    new WatchedPreset(
                            manager, "orders", false, ChangeRequest.DEFAULT_TIME_LIMIT, () -> loader.missed("orders")));
        };
    }

    private static void look(WatchedPreset watched, int times) {
        for (int look = 0; look < times; look++) {
            watched.check();
        }
    }
}
