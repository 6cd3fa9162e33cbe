package io.concor.autoconfigure.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.BatchErrors;
import io.concor.Component;
import io.concor.Flow;
import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.TestTasks;
import io.concor.autoconfigure.YamlInitializer;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Batch tasks as beans, and the settings of their slots. */
class ConfiguredBatchTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ConcorAutoConfiguration.class, LifecycleAutoConfiguration.class))
            .withUserConfiguration(TestTasks.class);

    /** Takes the flow as a user would. */
    static class Bills {

        private final Flow<String, Integer> flow;

        @Autowired
        Bills(Flow<String, Integer> flow) {
            this.flow = flow;
        }
    }

    private void run(String yaml, ThrowingConsumer<AssertableApplicationContext> check) {
        runner.withInitializer(new YamlInitializer(yaml)).run(context -> {
            assertThat(context).hasNotFailed();
            check.accept(context);
        });
    }

    @Test
    void givesABatchTaskAJoinOfItsOwn() {
        run("concor.flows.bills: { tasks: [ translator, batchWriter ] }", context -> {
            Manager manager = context.getBean(Manager.class);
            assertThat(manager.flow("bills").layout().slots())
                    .isEqualTo(Map.of("batchWriter", JoinSettings.batch(100)));
            assertThat(manager.flow("bills").topology().components().get(1))
                    .returns(TaskKind.BATCH, Component::kind)
                    .returns(TestTasks.Message.class, Component::inputType)
                    .returns(Integer.class, Component::outputType);
        });
    }

    @Test
    void bindsTheSettingsOfBatches() {
        run("""
            concor.flows.bills:
              tasks:
                - translator
                - name: writer
                  task: batchWriter
                  slot: { pool: fixed, threads: 2, batch: 500, linger: 5ms, batch-target: 200ms, batch-errors: split }
            """, context -> assertThat(
                        context.getBean(Manager.class).flow("bills").layout().slots())
                .containsEntry(
                        "writer",
                        JoinSettings.batch(500)
                                .threads(2)
                                .linger(Duration.ofMillis(5))
                                .batchTarget(Duration.ofMillis(200))
                                .batchErrors(BatchErrors.SPLIT)));
    }

    @Test
    void completesTheSettingsOfBatchesWithThoseByName() {
        run("""
            concor.flows.bills:
              tasks: [ translator, { name: writer, task: batchWriter, slot: { batch: 500, threads: 2 } } ]
              slots: { writer: { batch: 50 } }
            """, context -> assertThat(
                        context.getBean(Manager.class).flow("bills").layout().slots())
                .containsEntry("writer", JoinSettings.batch(50).threads(2)));
    }

    @Test
    void completesAJoinOfABatchTaskThatHasNoneOfTheSettings() {
        run("""
            concor.flows.bills.tasks:
              - translator
              - { name: writer, task: batchWriter, slot: { pool: cached, threads: 2 } }
            """, context -> assertThat(
                        context.getBean(Manager.class).flow("bills").layout().slots())
                .containsEntry("writer", JoinSettings.cached(2).batchSize(100)));
    }

    @Test
    void handlesEventsInBatches() {
        runner.withUserConfiguration(Bills.class)
                .withInitializer(new YamlInitializer("concor.flows.bills: { tasks: [ translator, batchWriter ] }"))
                .run(context -> {
                    Flow<String, Integer> bills = context.getBean(Bills.class).flow;
                    List<CompletableFuture<Integer>> results =
                            Stream.of("a", "bb", "ccc").map(bills::submit).toList();
                    assertThat(results)
                            .allSatisfy(result -> assertThat(result).succeedsWithin(Duration.ofMinutes(1)))
                            .extracting(CompletableFuture::join)
                            .containsExactly(1, 2, 3);
                });
    }
}
