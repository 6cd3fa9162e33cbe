package io.concor.benchmarks.pipeline;

import io.concor.benchmarks.workload.Closeables;
import io.concor.benchmarks.workload.Event;
import io.concor.benchmarks.workload.Shape;
import io.concor.benchmarks.workload.Stage;
import io.concor.benchmarks.workload.Work;
import java.util.ArrayList;
import java.util.List;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.integration.channel.DirectChannel;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.dsl.IntegrationFlow;
import org.springframework.integration.dsl.IntegrationFlowBuilder;
import org.springframework.integration.dsl.context.IntegrationFlowContext;
import org.springframework.messaging.support.GenericMessage;

/** Spring Integration, with an executor channel before each stage. */
final class SpringIntegrationPipeline implements Pipeline {

    private final List<StageExecutor> executors = new ArrayList<>();
    private final DirectChannel entry = new DirectChannel();
    private final AnnotationConfigApplicationContext context =
            new AnnotationConfigApplicationContext(Configuration.class);

    SpringIntegrationPipeline(Shape shape) {
        IntegrationFlowBuilder flow = IntegrationFlow.from(entry);
        for (Stage stage : shape.stages()) {
            append(flow, stage);
        }
        context.getBean(IntegrationFlowContext.class)
                .registration(flow.nullChannel())
                .register();
    }

    private void append(IntegrationFlowBuilder flow, Stage stage) {
        if (stage.threads() > 0) {
            StageExecutor executor = StageExecutor.bounded(stage.threads());
            executors.add(executor);
            flow.channel(channels -> channels.executor(executor));
        }
        for (Work call : stage.calls()) {
            flow.handle(Event.class, (event, headers) -> call.apply(event));
        }
        if (stage.callsClient()) {
            flow.handle(Event.class, (event, headers) -> stage.callClient(event), endpoint -> endpoint.async(true));
        }
    }

    @Override
    public void send(Event event) {
        entry.send(new GenericMessage<>(event));
    }

    @Override
    public void close() {
        Closeables.closeAll(executors);
        context.close();
    }

    /** Enables Spring Integration. */
    @EnableIntegration
    static class Configuration {}
}
