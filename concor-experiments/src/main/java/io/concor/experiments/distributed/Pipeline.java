package io.concor.experiments.distributed;

import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.SideEffectTask;
import io.concor.experiments.durable.broker.BrokerAccess;
import io.concor.kafka.KafkaQueueStore;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pipeline in which each stage has a thread and burns CPU, and which counts its elements at the end. The first stage runs on the
 * thread that sends.
 *
 * @param stages that burn CPU
 * @param processes that share the stages, in their order; one has all of them, and no remote slot
 * @param elements sent
 * @param characters of each element's text
 * @param cycles that each stage burns for an element, some three of the processor each
 */
record Pipeline(int stages, int processes, int elements, int characters, long cycles) {

    /** Number of arguments that {@link #parse} reads. */
    static final int ARGUMENTS = 5;

    private static final int MOST_IN_FLIGHT = 1024;
    private static final int FEWEST_IN_FLIGHT = 16;
    /** What may wait in front of a stage. */
    private static final int MOST_WAITING_CHARACTERS = 64 << 20;
    /** More than the largest element has, and what its record has besides. */
    private static final int LARGEST_REQUEST = 4 << 20;

    private static final int PARTITIONS = 1;

    /** So that the compiler cannot leave out what burns CPU. */
    private static volatile long burnt;

    List<String> format() {
        return List.of(
                Integer.toString(stages),
                Integer.toString(processes),
                Integer.toString(elements),
                Integer.toString(characters),
                Long.toString(cycles));
    }

    static Pipeline parse(String[] arguments) {
        return new Pipeline(
                Integer.parseInt(arguments[0]),
                Integer.parseInt(arguments[1]),
                Integer.parseInt(arguments[2]),
                Integer.parseInt(arguments[3]),
                Long.parseLong(arguments[4]));
    }

    boolean isSpread() {
        return processes > 1;
    }

    Element element(int index) {
        return new Element(index, "a".repeat(characters));
    }

    static KafkaQueueStore store(Map<String, Object> clients) {
        return KafkaQueueStore.of(clients, new ElementFormat())
                .partitions(PARTITIONS)
                .build();
    }

    /** Returns the access to a broker that takes the largest elements. */
    static BrokerAccess allowLargeElements(BrokerAccess access) {
        return access.withBroker(Map.of("message.max.bytes", Integer.toString(2 * LARGEST_REQUEST)))
                .withClients(Map.of("max.request.size", Integer.toString(LARGEST_REQUEST)));
    }

    /**
     * Builds the part of a process.
     *
     * @param store none, if one process has all stages
     * @param end runs after the last stage
     */
    Flow<Element, Element> flow(int process, @Nullable KafkaQueueStore store, SideEffectTask<Element> end) {
        FlowBuilder<Element, Element> flow = Flows.<Element>create("pipeline").maxInFlight(capacity());
        if (store != null) {
            flow = flow.remoteQueues(store).here(List.of(node(process)));
        }
        for (int stage = 0; stage < stages; stage++) {
            if (store != null) {
                flow = flow.node(node(processOf(stage)));
            }
            if (stage > 0) {
                flow = flow.join(JoinSettings.single().queue(queue(stage)).capacity(capacity()));
            }
            flow = flow.mapSingleThreaded(this::burn, "stage-" + (stage + 1));
        }
        return flow.forEach(end, "end").build();
    }

    private static String node(int process) {
        return "node-" + (process + 1);
    }

    private int processOf(int stage) {
        return stage * processes / stages;
    }

    private QueueKind queue(int stage) {
        return processOf(stage) == processOf(stage - 1) ? QueueKind.MEMORY : QueueKind.REMOTE;
    }

    private int capacity() {
        int fitting = Integer.highestOneBit(MOST_WAITING_CHARACTERS / characters);
        return Math.max(FEWEST_IN_FLIGHT, Math.min(MOST_IN_FLIGHT, fitting));
    }

    private Element burn(Element element) {
        long value = element.index();
        for (long cycle = cycles; cycle > 0; cycle--) {
            value += value * 0x5DEECE66DL + 0xBL + cycle;
        }
        burnt = value;
        return element;
    }
}
