package io.concor.experiments.durable.fault;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Recognises commits in the protocol of PostgreSQL: as a simple query, and as a prepared statement that is parsed once
 * and then only named.
 *
 * @see <a href="https://www.postgresql.org/docs/current/protocol-message-formats.html">Message formats</a>
 */
final class PostgresCommits implements CommitDetector {

    private static final int LENGTH_BYTES = 4;
    private static final int BYTE = 0xFF;
    private static final int BYTE_BITS = 8;
    private static final String COMMIT = "COMMIT";

    private final ByteArrayOutputStream message = new ByteArrayOutputStream();
    /** Names of prepared statements that commit. */
    private final Set<String> commits = new HashSet<>();
    /** The first message has no type. */
    private int typeBytes;

    private int expected;

    @Override
    public boolean read(byte[] bytes, int length) {
        boolean found = false;
        for (int i = 0; i < length; i++) {
            message.write(bytes[i]);
            if (message.size() >= typeBytes + LENGTH_BYTES) {
                found |= end(message.size());
            }
        }
        return found;
    }

    /** Handles the message if it is complete. */
    private boolean end(int size) {
        if (size == typeBytes + LENGTH_BYTES) {
            expected = typeBytes + length(message.toByteArray());
        }
        if (size < expected) {
            return false;
        }
        boolean commits = typeBytes == 1 && commits(message.toByteArray());
        message.reset();
        typeBytes = 1;
        return commits;
    }

    private int length(byte[] start) {
        int length = 0;
        for (int i = typeBytes; i < typeBytes + LENGTH_BYTES; i++) {
            length = length << BYTE_BITS | start[i] & BYTE;
        }
        return length;
    }

    private boolean commits(byte[] complete) {
        String text =
                new String(complete, 1 + LENGTH_BYTES, complete.length - 1 - LENGTH_BYTES, StandardCharsets.ISO_8859_1);
        String[] strings = text.split("\0", 3);
        return switch (complete[0]) {
            case 'Q' -> isCommit(strings[0]);
            case 'P' -> parsed(strings[0], strings[1]);
            case 'B' -> commits.contains(strings[1]); // portal, statement
            default -> false;
        };
    }

    /** Remembers the name. Its execution is what commits, and follows. */
    private boolean parsed(String name, String query) {
        if (isCommit(query)) {
            commits.add(name);
        } else {
            commits.remove(name);
        }
        return false;
    }

    private static boolean isCommit(String query) {
        return query.strip().toUpperCase(Locale.ROOT).startsWith(COMMIT);
    }
}
