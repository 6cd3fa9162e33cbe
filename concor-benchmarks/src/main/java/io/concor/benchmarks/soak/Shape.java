package io.concor.benchmarks.soak;

import io.concor.FlowBuilder;
import java.util.SplittableRandom;

/** What a flow looks like. */
enum Shape {
    /** That of a messaging gateway, with every kind of task. */
    GATEWAY {
        @Override
        FlowBuilder<Event, Event> build(FlowBuilder<Event, Event> flow, Tasks tasks, SplittableRandom random) {
            FlowBuilder<Event, Event> front = critical(simple(flow, tasks), tasks);
            return rescue(
                    observer(transition(simple(remote(simple(front, tasks), tasks), tasks), tasks), tasks), tasks);
        }
    },
    /** One thread at most in each stage: events leave in the order of entering. */
    CHAIN {
        @Override
        FlowBuilder<Event, Event> build(FlowBuilder<Event, Event> flow, Tasks tasks, SplittableRandom random) {
            FlowBuilder<Event, Event> front = ordered(simple(ordered(simple(flow, tasks), tasks), tasks), tasks);
            return ordered(observer(simple(front, tasks), tasks), tasks);
        }

        @Override
        boolean keepsOrder() {
            return true;
        }
    },
    /** Stages of many threads. */
    FAN {
        @Override
        FlowBuilder<Event, Event> build(FlowBuilder<Event, Event> flow, Tasks tasks, SplittableRandom random) {
            return observer(remote(simple(remote(simple(flow, tasks), tasks), tasks), tasks), tasks);
        }
    },
    /** Several crossings in a row. */
    TRANSITIONS {
        @Override
        FlowBuilder<Event, Event> build(FlowBuilder<Event, Event> flow, Tasks tasks, SplittableRandom random) {
            FlowBuilder<Event, Event> front = transition(transition(transition(flow, tasks), tasks), tasks);
            return critical(transition(simple(front, tasks), tasks), tasks);
        }
    },
    /** Errors are met on the way, and events go on. */
    CATCH {
        @Override
        FlowBuilder<Event, Event> build(FlowBuilder<Event, Event> flow, Tasks tasks, SplittableRandom random) {
            FlowBuilder<Event, Event> front = rescue(transition(simple(flow, tasks), tasks), tasks);
            return simple(rescue(critical(remote(front, tasks), tasks), tasks), tasks);
        }
    },
    /** 1 to 64 components of any kind. */
    ANY {
        @Override
        FlowBuilder<Event, Event> build(FlowBuilder<Event, Event> flow, Tasks tasks, SplittableRandom random) {
            int components = 1 << random.nextInt(7);
            FlowBuilder<Event, Event> chain = flow;
            for (int i = 0; i < components; i++) {
                chain = any(chain, tasks, random);
            }
            return chain;
        }
    };

    /** Appends the components. */
    abstract FlowBuilder<Event, Event> build(FlowBuilder<Event, Event> flow, Tasks tasks, SplittableRandom random);

    /** Whether events leave in the order of entering; then one thread brings them, and each join has one thread. */
    boolean keepsOrder() {
        return false;
    }

    private static FlowBuilder<Event, Event> any(FlowBuilder<Event, Event> flow, Tasks tasks, SplittableRandom random) {
        return switch (random.nextInt(6)) {
            case 0 -> critical(flow, tasks);
            case 1 -> remote(flow, tasks);
            case 2 -> transition(flow, tasks);
            case 3 -> observer(flow, tasks);
            case 4 -> rescue(flow, tasks);
            default -> simple(flow, tasks);
        };
    }

    private static FlowBuilder<Event, Event> simple(FlowBuilder<Event, Event> flow, Tasks tasks) {
        String name = tasks.name();
        return flow.map(tasks.simple(), name);
    }

    private static FlowBuilder<Event, Event> critical(FlowBuilder<Event, Event> flow, Tasks tasks) {
        String name = tasks.name();
        return flow.mapSingleThreaded(tasks.critical(), name);
    }

    private static FlowBuilder<Event, Event> ordered(FlowBuilder<Event, Event> flow, Tasks tasks) {
        String name = tasks.name();
        return flow.mapSingleThreaded(tasks.ordered(), name);
    }

    private static FlowBuilder<Event, Event> remote(FlowBuilder<Event, Event> flow, Tasks tasks) {
        String name = tasks.name();
        return flow.mapSynchronizedRemote(tasks.remote(), name);
    }

    private static FlowBuilder<Event, Event> transition(FlowBuilder<Event, Event> flow, Tasks tasks) {
        String name = tasks.name();
        return flow.bind(tasks.transition(), name);
    }

    private static FlowBuilder<Event, Event> observer(FlowBuilder<Event, Event> flow, Tasks tasks) {
        String name = tasks.name();
        return flow.forEach(tasks.observer(), name);
    }

    private static FlowBuilder<Event, Event> rescue(FlowBuilder<Event, Event> flow, Tasks tasks) {
        String name = tasks.name();
        return flow.catching(tasks.rescue(), name);
    }
}
