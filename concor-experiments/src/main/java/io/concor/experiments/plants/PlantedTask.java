package io.concor.experiments.plants;

import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What is planted in a task: the properties below {@code plants.tasks.<bean>}.
 *
 * @param kind what a thread does before the task handles a message
 * @param time how long it takes
 * @param every 1 for each message, 100 for one in a hundred
 * @param after time from the first message to the begin
 * @param times how many connections are leaked
 */
record PlantedTask(
        Kind kind,
        @DefaultValue("0ms") Duration time,
        @DefaultValue("1") int every,
        @DefaultValue("0s") Duration after,
        @DefaultValue("0") int times) {

    /** What a thread does before the task handles a message. */
    enum Kind {
        /** Waits, as for another system. */
        PAUSE,
        /** Uses a processor. */
        COMPUTE,
        /** Waits while it holds a lock that all threads of the task share. */
        LOCK,
        /** Waits, and lets the task fail. */
        FAIL,
        /** Takes a connection and does not return it. */
        LEAK,
        /** Replaces a megabyte of many live objects: needs a small heap. */
        GARBAGE
    }
}
