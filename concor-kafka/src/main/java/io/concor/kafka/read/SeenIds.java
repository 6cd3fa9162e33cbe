package io.concor.kafka.read;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** The ids of unique events of a partition that came lately, as hashes of 16 bytes. For the reader's thread. */
final class SeenIds {

    private final long rememberMillis;
    private final MessageDigest digest = digest();
    /** When they were put, epoch milliseconds; the oldest first, about. */
    private final Map<Hash, Long> ids = new LinkedHashMap<>();

    private record Hash(long high, long low) {}

    SeenIds(long rememberMillis) {
        this.rememberMillis = rememberMillis;
    }

    /** Adds an id that came. Returns false if it is remembered already. */
    boolean add(String id, long putAt) {
        Hash hash = hash(id);
        Long before = ids.get(hash);
        if (before != null && putAt - before < rememberMillis) {
            return false;
        }
        ids.remove(hash);
        ids.put(hash, putAt);
        return true;
    }

    /** Forgets what need not be remembered any more. */
    void forget(long nowMillis) {
        Iterator<Long> oldest = ids.values().iterator();
        while (oldest.hasNext() && nowMillis - oldest.next() >= rememberMillis) {
            oldest.remove();
        }
    }

    private Hash hash(String id) {
        ByteBuffer bytes = ByteBuffer.wrap(digest.digest(id.getBytes(StandardCharsets.UTF_8)));
        return new Hash(bytes.getLong(), bytes.getLong());
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("MD5"); // every JDK has it
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
