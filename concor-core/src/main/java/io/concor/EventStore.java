package io.concor;

/** A store that keeps waiting events of slots, made by a module such as {@code concor-queues}. Thread-safe. */
public interface EventStore {

    /** Returns the name shown in the topology, such as {@code jdbc}. */
    String name();

    /** Returns the value of a slot's setting {@code queue} that means this store; not {@link QueueKind#MEMORY}. */
    QueueKind kind();
}
