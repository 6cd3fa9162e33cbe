package io.concor.kafka.topic;

/**
 * The topics of a queue.
 *
 * @param events what waits; also the name of the consumer group
 * @param state the progress of each partition
 * @param dead the dead letters
 * @param seen the ids of unique events that have ended, for as long as they are remembered
 */
public record QueueTopics(String events, String state, String dead, String seen) {

    /**
     * A slot of a flow.
     *
     * @param flow the name of the flow
     * @param slot the name of the slot
     */
    public record Place(String flow, String slot) {}
}
