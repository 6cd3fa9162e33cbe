package io.concor.experiments.distributed;

import io.concor.Flow;
import io.concor.experiments.durable.broker.BrokerAccess;
import io.concor.kafka.KafkaQueueStore;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Main class of a process with its part of a pipeline. The first one sends all elements, after some whose results it has awaited, so
 * that all processes take part and have compiled their code. Processes print {@code ready}; the first one {@code started NANOS}, and
 * the last one {@code ended NANOS OUT-OF-ORDER}. They run until they are killed.
 */
final class PipelineProcess {

    private static final int WARM_UPS = 2;
    private static final int WARM_UP_ELEMENTS = 50;
    private static final Duration TO_WARM_UP = Duration.ofMinutes(5);

    private PipelineProcess() {}

    /** Returns the arguments of a process. */
    static List<String> arguments(Pipeline pipeline, int process, @Nullable Path access) {
        return Stream.concat(
                        pipeline.format().stream(),
                        Stream.of(Integer.toString(process), access == null ? "" : access.toString()))
                .toList();
    }

    public static void main(String[] arguments) throws Exception {
        Pipeline pipeline = Pipeline.parse(arguments);
        String[] rest = Arrays.copyOfRange(arguments, Pipeline.ARGUMENTS, arguments.length);
        int process = Integer.parseInt(rest[0]);
        PrintStream answers = new PrintStream(System.out, true, StandardCharsets.US_ASCII);
        @Nullable
        KafkaQueueStore store = pipeline.isSpread() ? Pipeline.store(BrokerAccess.read(Path.of(rest[1]))) : null;
        Flow<Element, Element> flow = pipeline.flow(process, store, new ElementCount(pipeline.elements(), answers));
        answers.println("ready");
        if (process == 0) {
            warmUp(pipeline, flow);
            answers.println("started " + System.nanoTime());
            for (int index = 0; index < pipeline.elements(); index++) {
                flow.apply(pipeline.element(index));
            }
        }
        Thread.currentThread().join(); // until it is killed
    }

    private static void warmUp(Pipeline pipeline, Flow<Element, Element> flow) throws Exception {
        for (int time = 0; time < WARM_UPS; time++) {
            CompletableFuture<?>[] results = Stream.generate(() -> flow.submit(pipeline.element(-1)))
                    .limit(WARM_UP_ELEMENTS)
                    .toArray(CompletableFuture<?>[]::new);
            CompletableFuture.allOf(results).get(TO_WARM_UP.toSeconds(), TimeUnit.SECONDS);
        }
    }
}
