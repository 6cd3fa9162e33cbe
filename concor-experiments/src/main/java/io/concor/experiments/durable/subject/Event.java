package io.concor.experiments.durable.subject;

/**
 * An event.
 *
 * @param number unique in a run. The numbers of one key ascend in the order in which its events are put
 * @param key what orders events: events of one key are put one after the other
 */
public record Event(long number, int key) {

    private static final int TEXT_CHARACTERS = 200;

    /** Returns the event as a text of 200 characters, the payload of a queue. */
    public String text() {
        String start = number + ":" + key + ":";
        return start + "x".repeat(Math.max(0, TEXT_CHARACTERS - start.length()));
    }

    /** Returns the event of a {@link #text()}. */
    public static Event parse(String text) {
        int end = text.indexOf(':');
        return new Event(
                Long.parseLong(text, 0, end, 10), Integer.parseInt(text, end + 1, text.indexOf(':', end + 1), 10));
    }
}
