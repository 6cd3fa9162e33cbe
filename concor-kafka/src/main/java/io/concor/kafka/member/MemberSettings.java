package io.concor.kafka.member;

import io.concor.QueueStoreException;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * How processes know each other.
 *
 * @param compatible digests that flows of other processes may have, although they differ from those of this one
 * @param beat how often a process publishes itself
 * @param gone a process that has not published itself for so long is gone
 * @param forgotten a process that is gone for so long is removed from the topic
 */
public record MemberSettings(Set<String> compatible, Duration beat, Duration gone, Duration forgotten) {

    private static final Duration BEAT = Duration.ofSeconds(5);
    private static final Duration GONE = Duration.ofSeconds(20);
    private static final Duration FORGOTTEN = Duration.ofMinutes(10);
    private static final int MOST_DIGESTS = 20;
    private static final Pattern DIGEST = Pattern.compile("f[0-9a-f]{11}");

    public MemberSettings {
        compatible = Set.copyOf(compatible);
        compatible.stream()
                .filter(digest -> !DIGEST.matcher(digest).matches())
                .findFirst()
                .ifPresent(digest -> {
                    throw refused(
                            "has '" + SafeText.shown(digest) + "'",
                            "digests as errors show them: f and 11 hexadecimal digits");
                });
        if (compatible.size() > MOST_DIGESTS) {
            throw refused(
                    "has " + compatible.size() + " digests",
                    MOST_DIGESTS + " at most. Remove those that run no longer");
        }
    }

    /** Returns the usual times. */
    public static MemberSettings of(Collection<String> compatible) {
        return new MemberSettings(Set.copyOf(compatible), BEAT, GONE, FORGOTTEN);
    }

    private static QueueStoreException refused(String found, String allowed) {
        return new QueueStoreException(
                Sentence.of("The setting compatible-digests of the Kafka store %s; it needs to be %s", found, allowed),
                false,
                null);
    }
}
