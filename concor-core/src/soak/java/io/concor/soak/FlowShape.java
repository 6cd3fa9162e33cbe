package io.concor.soak;

import static io.concor.TaskKind.BATCH;
import static io.concor.TaskKind.CATCH;
import static io.concor.TaskKind.KEYED;
import static io.concor.TaskKind.SIDE_EFFECT;
import static io.concor.TaskKind.SIMPLE;
import static io.concor.TaskKind.SINGLE_THREADED;
import static io.concor.TaskKind.SYNCHRONIZED_REMOTE;
import static io.concor.TaskKind.TRANSITION;

import io.concor.TaskKind;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** The kinds of the tasks of a flow, in order. */
enum FlowShape {
    /** A messaging gateway, with every kind of task. */
    GATEWAY(SIMPLE, SINGLE_THREADED, SIMPLE, SYNCHRONIZED_REMOTE, SIMPLE, TRANSITION, SIDE_EFFECT, CATCH),
    /** At most one thread in each stage: events leave in the order of entering. */
    ORDERED_CHAIN(SIMPLE, SINGLE_THREADED, SIMPLE, SINGLE_THREADED, SIMPLE, SIDE_EFFECT, SINGLE_THREADED),
    /** Stages of many threads. */
    WIDE_STAGES(SIMPLE, SYNCHRONIZED_REMOTE, SIMPLE, SYNCHRONIZED_REMOTE, SIDE_EFFECT),
    /** Several transitions in a row. */
    TRANSITIONS(TRANSITION, TRANSITION, TRANSITION, SIMPLE, TRANSITION, SINGLE_THREADED),
    /** Catch components in the middle. */
    CATCHES(SIMPLE, TRANSITION, CATCH, SYNCHRONIZED_REMOTE, SINGLE_THREADED, CATCH, SIMPLE),
    /** Stages of many threads that keep the order of each key. */
    KEYED_STAGES(SIMPLE, KEYED, SIMPLE, KEYED, TRANSITION, SIMPLE, KEYED, CATCH),
    /** One producer, and at most one thread in each stage up to the keyed one: events of a key keep their order there. */
    KEYED_CHAIN(KEYED, SIMPLE, SIDE_EFFECT),
    /** Batches of many threads, before and after other kinds. */
    BATCHES(SIMPLE, BATCH, SIMPLE, BATCH, TRANSITION, BATCH, CATCH, BATCH, KEYED),
    /** At most one thread in each stage: events of batches leave in the order of entering. */
    BATCH_CHAIN(BATCH, SIMPLE, SINGLE_THREADED, BATCH, SINGLE_THREADED),
    /** 1 to 64 components of any kind. */
    RANDOM;

    private static final List<TaskKind> ANY =
            List.of(KEYED, BATCH, SINGLE_THREADED, SYNCHRONIZED_REMOTE, TRANSITION, SIDE_EFFECT, CATCH, SIMPLE);

    private final List<TaskKind> kinds;

    FlowShape(TaskKind... kinds) {
        this.kinds = List.of(kinds);
    }

    /** Returns the kinds of the tasks; {@link #RANDOM} draws others each time. */
    List<TaskKind> kinds(SplittableRandom random) {
        return this == RANDOM
                ? Stream.generate(() -> ANY.get(random.nextInt(ANY.size())))
                        .limit(1L << random.nextInt(7))
                        .toList()
                : kinds;
    }

    /** Whether events must keep their order: the flow has one producer, and each join one thread or one for each key. */
    boolean ordered() {
        return this == ORDERED_CHAIN || this == KEYED_CHAIN || this == BATCH_CHAIN;
    }
}
