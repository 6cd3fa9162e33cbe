package io.concor.engine.stored;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;

/** Ids of events: 96 random bits of this process, and a number. Thread-safe. */
public final class EventIds {

    private static final int RANDOM_BYTES = 12;
    private static final String PROCESS = random();
    private static final AtomicLong NUMBER = new AtomicLong();

    private EventIds() {}

    private static String random() {
        byte[] bytes = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    public static String next() {
        return PROCESS + "-" + Long.toString(NUMBER.incrementAndGet(), Character.MAX_RADIX);
    }
}
