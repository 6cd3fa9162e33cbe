package io.concor.kafka.topic;

import io.concor.QueueStoreException;
import io.concor.queue.QueueDefinition;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the topics of a store are named, and with them its consumer groups and transactional ids: each name begins with a prefix, which
 * applications of one cluster share only if they share flows. A value.
 *
 * @param prefix what each name begins with
 */
public record TopicNames(String prefix) {

    /** Without a point, no prefix is the beginning of a name of another one. */
    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9-]{1,50}");

    /** The names that are used if no prefix is given. */
    public static final TopicNames DEFAULT = new TopicNames("concor");

    private static final String STATE = ".state";
    private static final String DEAD = ".dead";
    private static final String SEEN = ".seen";
    /** Where a slot without a name would be, which no flow has: a slot may have any other. */
    private static final String RESULTS = ".results";
    /** No escaped name of a slot has an underscore before anything but hexadecimal digits. */
    private static final String MEMBERS = "_members";

    /** What Kafka allows. */
    private static final int LONGEST = 249;

    private static final Pattern ESCAPE = Pattern.compile("_([0-9a-f]{4})");

    /** @throws QueueStoreException if the prefix is not allowed */
    public TopicNames {
        if (!ALLOWED.matcher(prefix).matches()) {
            throw new QueueStoreException(
                    Sentence.of(
                            "The prefix of the Kafka store is '%s'; it needs to be 1 to 50 letters, digits or hyphens",
                            shown(prefix)),
                    false,
                    null);
        }
    }

    /**
     * Returns the topics of a queue.
     *
     * @throws QueueStoreException if their names would be too long
     */
    public QueueTopics of(QueueDefinition queue) {
        return of(queue.flow(), queue.slot());
    }

    /**
     * Returns the topics of the queue of a slot.
     *
     * @throws QueueStoreException if their names would be too long
     */
    public QueueTopics of(String flow, String slot) {
        String events = begin(flow) + escaped(slot);
        requireFits(events + STATE, Sentence.of("The queue of slot '%s' of flow '%s'", shown(slot), shown(flow)));
        return new QueueTopics(events, events + STATE, events + DEAD, events + SEEN);
    }

    /**
     * Returns the topic of the results of a flow's events.
     *
     * @throws QueueStoreException if its name would be too long
     */
    public String results(String flow) {
        String results = begin(flow) + RESULTS;
        requireFits(results, Sentence.of("The results of flow '%s'", shown(flow)));
        return results;
    }

    /**
     * Returns the topic of the processes that share a flow.
     *
     * @throws QueueStoreException if its name would be too long
     */
    public String members(String flow) {
        String members = begin(flow) + MEMBERS;
        requireFits(members, Sentence.of("The flow '%s'", shown(flow)));
        return members;
    }

    private static String shown(String name) {
        return SafeText.shown(name);
    }

    private static void requireFits(String topic, String what) {
        if (topic.length() > LONGEST) {
            throw new QueueStoreException(
                    Sentence.of(
                            "%s would need a topic whose name has %d characters; Kafka allows %d. Give the flow or the"
                                    + " component a shorter name",
                            what, topic.length(), LONGEST),
                    false,
                    null);
        }
    }

    /** Returns the slots whose topics are among these, by flow and slot. */
    public List<QueueTopics.Place> places(Set<String> topics) {
        return topics.stream()
                .filter(topic -> topics.contains(topic + DEAD))
                .flatMap(topic -> place(topic).stream())
                .sorted(Comparator.comparing(QueueTopics.Place::flow).thenComparing(QueueTopics.Place::slot))
                .toList();
    }

    private Optional<QueueTopics.Place> place(String topic) {
        String begin = prefix + ".";
        int end = topic.indexOf('.', begin.length());
        if (!topic.startsWith(begin) || end < 0) {
            return Optional.empty();
        }
        String flow = unescaped(topic.substring(begin.length(), end));
        return slot(flow, topic).map(slot -> new QueueTopics.Place(flow, slot));
    }

    /** Returns the slot of a flow to whose events a topic belongs; nothing if it is another topic. */
    public Optional<String> slot(String flow, String topic) {
        String begin = begin(flow);
        String rest = topic.startsWith(begin) ? topic.substring(begin.length()) : "";
        return Optional.of(unescaped(rest))
                .filter(slot -> !slot.isEmpty() && escaped(slot).equals(rest));
    }

    /** Returns the group of a queue, which is named after the topic of its events, by that of its progress; nothing if it is another topic. */
    public Optional<String> groupOfState(String topic) {
        return topic.startsWith(prefix + ".") && topic.endsWith(STATE)
                ? Optional.of(topic.substring(0, topic.length() - STATE.length()))
                : Optional.empty();
    }

    private String begin(String flow) {
        return prefix + "." + escaped(flow) + ".";
    }

    /** Letters, digits and hyphens stay; an underscore and four hexadecimal digits stand for any other character. */
    private static String escaped(String name) {
        StringBuilder escaped = new StringBuilder();
        for (char character : name.toCharArray()) {
            if (stays(character)) {
                escaped.append(character);
            } else {
                escaped.append('_')
                        .append(Integer.toHexString(0x10000 + character).substring(1));
            }
        }
        return escaped.toString();
    }

    private static boolean stays(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-';
    }

    /** What is not escaped stays, as in the names of topics that others have made. */
    private static String unescaped(String topic) {
        return ESCAPE.matcher(topic)
                .replaceAll(
                        found -> Matcher.quoteReplacement(Character.toString(Integer.parseInt(found.group(1), 16))));
    }
}
