package io.concor.kafka.record;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** How a progress record names keys that dead letters hold: as they are, or by a hash where they are long. */
public final class HeldKey {

    private static final int LONGEST = 32;
    private static final String HASHED = "#";

    private HeldKey() {}

    /** Returns the name of a key. */
    public static String name(String key) {
        return key.length() <= LONGEST ? key : HASHED + hash(key);
    }

    private static String hash(String key) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        } catch (NoSuchAlgorithmException impossible) { // every JDK has it
            throw new IllegalStateException(impossible);
        }
    }
}
