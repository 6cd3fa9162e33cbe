package io.concor.autoconfigure.security.password;

import io.concor.text.Sentence;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;

/**
 * The form of configured passwords: plain, plain after {@code {noop}}, or a hash after {@code {bcrypt}}. A plain one has
 * a least length, because it can be guessed, and a longest one, because bcrypt takes no more. Other encodings protect
 * too little, take too much time for each request, or need a further library.
 */
final class PasswordRules {

    static final int LEAST_CHARACTERS = 12;
    static final int MOST_BYTES = 72;
    static final int LEAST_COST = 4;
    static final int MOST_COST = 16;

    private static final String PLAIN = "{noop}";
    private static final String HASHED = "{bcrypt}";

    /** The last character of the salt and of the hash has unused bits, which are 0 in each hash that bcrypt makes. */
    private static final Pattern HASH =
            Pattern.compile("\\$2[aby]\\$(\\d\\d)\\$[./0-9A-Za-z]{21}[.Oeu][./0-9A-Za-z]{30}[.CGKOSWaeimquy26]");

    private PasswordRules() {}

    /** Returns what is wrong with a password, without a part of it, or null. */
    static @Nullable String problem(@Nullable String password) {
        if (password == null || withoutPrefix(password, PLAIN).isBlank()) {
            return "is missing";
        }
        if (password.startsWith(HASHED)) {
            return problemOfHash(HASH.matcher(withoutPrefix(password, HASHED)));
        }
        if (password.startsWith("{") && !password.startsWith(PLAIN)) {
            return "begins with {, but neither with {bcrypt} nor with {noop}";
        }
        return HASH.matcher(password).matches()
                ? "is a bcrypt hash without {bcrypt} in front"
                : problemOfPlain(withoutPrefix(password, PLAIN));
    }

    private static @Nullable String problemOfHash(Matcher hash) {
        if (!hash.matches()) {
            return "is not a hash that bcrypt makes, although it begins with {bcrypt}";
        }
        int cost = Integer.parseInt(hash.group(1));
        return cost < LEAST_COST || cost > MOST_COST
                ? Sentence.of("has a bcrypt cost that is not from %02d to %d", LEAST_COST, MOST_COST)
                : null;
    }

    private static @Nullable String problemOfPlain(String password) {
        if (password.strip().length() < LEAST_CHARACTERS) {
            return Sentence.of("is too short, with fewer than %d characters", LEAST_CHARACTERS);
        }
        int bytes = password.getBytes(StandardCharsets.UTF_8).length;
        return bytes > MOST_BYTES ? Sentence.of("is too long, with more than %d bytes in UTF-8", MOST_BYTES) : null;
    }

    /** Returns a usable password as a hash with its encoding in front. */
    static String hashed(String password) {
        return password.startsWith(HASHED)
                ? password
                : PasswordEncoderFactories.createDelegatingPasswordEncoder().encode(withoutPrefix(password, PLAIN));
    }

    private static String withoutPrefix(String password, String prefix) {
        return password.startsWith(prefix) ? password.substring(prefix.length()) : password;
    }
}
