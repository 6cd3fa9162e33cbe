package io.concor.kafka.member;

import io.concor.NameRules;
import io.concor.TaskKind;
import io.concor.queue.FlowIdentity;
import io.concor.text.SafeText;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a process publishes of itself in the topic of a flow: the text of {@link Properties}.
 *
 * @param name its host and process
 * @param joined whether it shares the flow; otherwise it starts, and looks whether it may
 * @param flow the flow as it has it
 * @param compatible digests that the flow may have in other processes, although they differ from its own
 * @param began when it began; null in its first record, which tells it itself
 */
record MemberRecord(
        String name,
        boolean joined,
        FlowIdentity flow,
        Set<String> compatible,
        @Nullable Beginning began) {

    private static final String NAME = "name";
    private static final String JOINED = "joined";
    private static final String NODES = "nodes";
    private static final String DIGEST = "digest";
    private static final String COMPONENTS = "components";
    private static final String ORDERS = "orders";
    private static final String KINDS = "kinds";
    private static final String COMPATIBLE = "compatible";
    private static final String PLACE = "place";
    private static final String TIME = "time";

    private static final String BETWEEN = "\n";
    /** Longer lists of components are not published: then the first difference is not known. */
    private static final int MOST_CHARACTERS = 4_000;

    private static final int MOST_NODES = 100;
    private static final int MOST_BYTES = 1 << 16;
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{1,64}");

    MemberRecord {
        compatible = Set.copyOf(compatible);
    }

    /** Returns the first record of a process. */
    static MemberRecord first(String name, FlowIdentity flow, Set<String> compatible) {
        return new MemberRecord(name, false, flow, compatible, null);
    }

    /** Returns a later one. */
    MemberRecord later(Beginning beginning, boolean hasJoined) {
        return new MemberRecord(name, hasJoined, flow, compatible, beginning);
    }

    /** Returns in what another process differs, in words; null if both may share the flow. That one of them allows it is enough. */
    @Nullable
    String difference(MemberRecord other) {
        boolean allowed = compatible.contains(other.flow.digest()) || other.compatible.contains(flow.digest());
        return allowed ? null : flow.difference(other.flow);
    }

    byte[] bytes() {
        Properties text = new Properties();
        text.setProperty(NAME, name);
        text.setProperty(JOINED, Boolean.toString(joined));
        text.setProperty(NODES, joined(flow.nodes().stream().limit(MOST_NODES).toList()));
        text.setProperty(DIGEST, flow.digest());
        text.setProperty(COMPONENTS, ifShort(joined(flow.components())));
        text.setProperty(ORDERS, ifShort(flow.orders()));
        text.setProperty(KINDS, ifShort(joined(kinds(flow.kinds()))));
        text.setProperty(COMPATIBLE, joined(compatible));
        if (began != null) {
            text.setProperty(PLACE, Long.toString(began.place()));
            text.setProperty(TIME, Long.toString(began.time().toEpochMilli()));
        }
        StringWriter written = new StringWriter();
        try {
            text.store(written, null);
        } catch (IOException impossible) { // it is in memory
            throw new UncheckedIOException(impossible);
        }
        return written.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Returns a line for each component, which is empty where the kind is not known. */
    private static List<String> kinds(Map<Integer, TaskKind> known) {
        int last = known.keySet().stream().mapToInt(i -> i).max().orElse(-1);
        return IntStream.rangeClosed(0, last)
                .mapToObj(i -> known.containsKey(i) ? String.valueOf(known.get(i)) : "")
                .toList();
    }

    private static Map<Integer, TaskKind> kinds(List<String> lines) {
        Map<Integer, TaskKind> known = new HashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            int position = i;
            Stream.of(TaskKind.values())
                    .filter(kind -> kind.toString().equals(lines.get(position)))
                    .forEach(kind -> known.put(position, kind));
        }
        return known;
    }

    private static String joined(Collection<String> values) {
        return String.join(BETWEEN, values);
    }

    private static String ifShort(String text) {
        return text.length() <= MOST_CHARACTERS ? text : "";
    }

    /** Returns what a process has published; null if it is nothing of this form. */
    static @Nullable MemberRecord read(String flow, byte @Nullable [] bytes) {
        if (bytes == null || bytes.length > MOST_BYTES) {
            return null;
        }
        Properties text = new Properties();
        try {
            text.load(new StringReader(new String(bytes, StandardCharsets.UTF_8)));
            return read(flow, text);
        } catch (IOException | IllegalArgumentException otherForm) { // others may write into a topic
            return null;
        }
    }

    private static @Nullable MemberRecord read(String flow, Properties text) {
        String name = text.getProperty(NAME, "");
        String digest = text.getProperty(DIGEST, "");
        if (name.isBlank() || !HASH.matcher(digest).matches()) {
            return null;
        }
        List<String> nodes =
                values(text, NODES).filter(NameRules::allowed).limit(MOST_NODES).toList();
        FlowIdentity identity = new FlowIdentity(
                flow,
                nodes,
                digest,
                values(text, COMPONENTS).toList(),
                text.getProperty(ORDERS, ""),
                kinds(values(text, KINDS).toList()));
        return new MemberRecord(
                SafeText.shown(name),
                Boolean.parseBoolean(text.getProperty(JOINED, "")),
                identity,
                values(text, COMPATIBLE).collect(Collectors.toSet()),
                began(text));
    }

    private static @Nullable Beginning began(Properties text) {
        String place = text.getProperty(PLACE);
        return place == null
                ? null
                : new Beginning(
                        Long.parseLong(place), Instant.ofEpochMilli(Long.parseLong(text.getProperty(TIME, ""))));
    }

    private static Stream<String> values(Properties text, String name) {
        return text.getProperty(name, "").lines();
    }
}
