package io.concor.sample.support;

import java.util.Set;

/** What a {@link Receiver} does with the messages that it receives. Called by one thread. */
public interface ReceiverInbox {

    /**
     * Counts messages by path.
     *
     * @param paths the paths of the messages to accept
     */
    static ReceiverInbox counting(Set<String> paths) {
        return new MessageCounts(paths);
    }

    /**
     * Counts messages and keeps the last ones.
     *
     * @param path the path of the messages to accept
     * @param size how many messages to keep
     */
    static ReceiverInbox keepingLast(String path, int size) {
        return new LastMessages(path, size);
    }

    /**
     * Takes a message.
     *
     * @param path the path to which it was posted
     * @param json its body
     * @return whether messages on this path are accepted
     */
    boolean accept(String path, String json);

    /** Returns what was received, as JSON text. */
    String received();
}
