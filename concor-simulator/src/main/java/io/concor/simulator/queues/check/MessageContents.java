package io.concor.simulator.queues.check;

import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The contents of the messages: number, sender and run, each to base 36 and followed by a dot, then a filling that these
 * determine. Immutable.
 */
public final class MessageContents {

    /** The smallest content, in characters: the number, the sender and the run need this space. */
    public static final int MIN_SIZE = 20;

    /** The largest content, in characters. */
    public static final int MAX_SIZE = 1_000_000;

    private static final int RADIX = 36;
    private static final int FIRST_RUN = RADIX * RADIX * RADIX * RADIX * RADIX;
    private static final int OFFSETS = 1024;
    private static final String FILLING = filling(MAX_SIZE + OFFSETS);

    private final String run;
    private final int size;

    private MessageContents(String run, int size) {
        this.run = run;
        this.size = size;
    }

    /** Returns the format of a new run, whose name has six characters. */
    public static MessageContents ofNewRun(int size) {
        int run = ThreadLocalRandom.current().nextInt(FIRST_RUN, Integer.MAX_VALUE);
        return new MessageContents(Integer.toString(run, RADIX), size);
    }

    /** Returns the seed of the run. */
    public long seed() {
        return run.hashCode();
    }

    /** Returns the id of a message, which is unique among all runs. */
    public String id(int sender, int number) {
        return run + '-' + sender + '-' + number;
    }

    /** Returns what a content begins with; more than 10 characters. */
    public String head(int sender, int number) {
        return head(run, sender, number);
    }

    public String content(int sender, int number) {
        String head = head(sender, number);
        int offset = offset(head);
        return new StringBuilder(size)
                .append(head)
                .append(FILLING, offset, offset + size - head.length())
                .toString();
    }

    /** Whether a message is of this run. Its size is known then. */
    boolean isOfThisRun(MessageOrigin origin) {
        return origin.run().equals(run);
    }

    /** Returns where a content comes from, or null if it is not one that any run has sent. */
    @Nullable
    MessageOrigin parse(String content) {
        int sender = content.indexOf('.') + 1;
        int ofRun = content.indexOf('.', sender) + 1;
        int end = content.indexOf('.', ofRun) + 1;
        if (sender == 0 || ofRun == 0 || end == 0) {
            return null;
        }
        int number = parse(content, 0, sender - 1);
        int client = parse(content, sender, ofRun - 1);
        if (number < 0 || client < 1) {
            return null;
        }
        MessageOrigin origin = new MessageOrigin(content.substring(ofRun, end - 1), client, number);
        String head = head(origin.run(), client, number);
        boolean hasItsSize = isOfThisRun(origin) ? content.length() == size : content.length() <= MAX_SIZE;
        boolean isWhole = hasItsSize
                && content.startsWith(head)
                && content.regionMatches(end, FILLING, offset(head), content.length() - end);
        return isWhole ? origin : null;
    }

    /** Returns a number; a negative one if there is none. */
    private static int parse(String content, int from, int to) {
        try {
            return Integer.parseInt(content, from, to, RADIX);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private static String head(String run, int sender, int number) {
        return Integer.toString(number, RADIX) + '.' + Integer.toString(sender, RADIX) + '.' + run + '.';
    }

    private static int offset(String head) {
        return (int) Long.remainderUnsigned(MessageRoutes.mix(head.hashCode()), OFFSETS);
    }

    private static String filling(int length) {
        StringBuilder filling = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            filling.append(Character.forDigit((int) Long.remainderUnsigned(MessageRoutes.mix(i), RADIX), RADIX));
        }
        return filling.toString();
    }
}
