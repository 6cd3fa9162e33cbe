package io.concor.experiments.durable.fault;

import java.nio.charset.StandardCharsets;

/** Recognises commits in the protocol of MariaDB, where they are queries of their own (byte 3, then the text). */
final class MariaDbCommits implements CommitDetector {

    private static final byte[] UPPER = "\3COMMIT".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LOWER = "\3commit".getBytes(StandardCharsets.US_ASCII);

    private int matched;

    @Override
    public boolean read(byte[] bytes, int length) {
        boolean found = false;
        for (int i = 0; i < length; i++) {
            matched = bytes[i] == UPPER[matched] || bytes[i] == LOWER[matched]
                    ? matched + 1
                    : bytes[i] == UPPER[0] ? 1 : 0;
            if (matched == UPPER.length) {
                found = true;
                matched = 0;
            }
        }
        return found;
    }
}
