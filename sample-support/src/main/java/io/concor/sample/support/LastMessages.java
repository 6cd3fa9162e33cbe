package io.concor.sample.support;

import java.util.ArrayDeque;
import java.util.Deque;

/** Counts messages and keeps the last ones, newest first. */
final class LastMessages implements ReceiverInbox {

    private final String path;
    private final int size;
    private final Deque<String> last = new ArrayDeque<>();
    private long total;

    LastMessages(String path, int size) {
        this.path = path;
        this.size = size;
    }

    @Override
    public boolean accept(String postedTo, String json) {
        if (!postedTo.equals(path)) {
            return false;
        }
        total++;
        last.addFirst(json);
        if (last.size() > size) {
            last.removeLast();
        }
        return true;
    }

    @Override
    public String received() {
        return "{\"received\":" + total + ",\"last\":[" + String.join(",", last) + "]}";
    }
}
