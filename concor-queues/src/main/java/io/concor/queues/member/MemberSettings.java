package io.concor.queues.member;

import io.concor.text.Sentence;
import java.time.Duration;

/**
 * How an instance takes part.
 *
 * @param name shown to people, not necessarily unique
 * @param lease how long the lanes of an instance stay its own after its last sign of life
 * @param beat between two signs of life, less than half of the lease
 */
public record MemberSettings(String name, Duration lease, Duration beat) {

    public MemberSettings {
        if (beat.multipliedBy(2).compareTo(lease) > 0) {
            throw new IllegalArgumentException(
                    Sentence.of("a beat of %s is more than half of the lease of %s", beat, lease));
        }
    }

    /** Returns the usual ones: a lease of 2.5 s, renewed each 1.2 s: less than two statements a second when idle. */
    public static MemberSettings named(String name) {
        return new MemberSettings(name, Duration.ofMillis(2500), Duration.ofMillis(1200));
    }
}
