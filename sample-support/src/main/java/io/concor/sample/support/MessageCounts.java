package io.concor.sample.support;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Counts messages by path. */
final class MessageCounts implements ReceiverInbox {

    private final Map<String, Long> counts = new TreeMap<>();

    MessageCounts(Set<String> paths) {
        paths.forEach(path -> counts.put(path, 0L));
    }

    @Override
    public boolean accept(String path, String json) {
        return counts.computeIfPresent(path, (known, count) -> count + 1) != null;
    }

    @Override
    public String received() {
        long total = counts.values().stream().mapToLong(Long::longValue).sum();
        return counts.entrySet().stream()
                .map(count -> String.format(Locale.ROOT, "\"%s\":%d", count.getKey(), count.getValue()))
                .collect(Collectors.joining(",", "{\"received\":" + total + ",\"paths\":{", "}}"));
    }
}
