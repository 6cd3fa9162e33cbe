package io.concor.autoconfigure.endpoint.web;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * The encoding of JSON, as a parser detects it from the first bytes (RFC 4627, 3). Parsers decode leniently: to them,
 * overlong forms of a letter are the letter.
 */
final class JsonEncoding {

    private static final int BIG_ENDIAN_MARK = 0xFEFF;
    private static final int LITTLE_ENDIAN_MARK = 0xFFFE;

    private JsonEncoding() {}

    static Charset of(byte[] body) {
        int first = unsignedShort(body, 0);
        int second = unsignedShort(body, 2);
        if (first == 0) {
            return Charset.forName("UTF-32BE");
        }
        if (second == 0 && body.length >= 4 && (first == LITTLE_ENDIAN_MARK || (first & 0xFF) == 0)) {
            return Charset.forName("UTF-32LE");
        }
        if (first == BIG_ENDIAN_MARK || first > 0 && first <= 0xFF) {
            return StandardCharsets.UTF_16BE;
        }
        boolean little = first == LITTLE_ENDIAN_MARK || first > 0 && (first & 0xFF) == 0;
        return little ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_8;
    }

    /** Returns two bytes as a number; -1 where the body ends before. */
    private static int unsignedShort(byte[] body, int index) {
        return index + 1 < body.length ? (body[index] & 0xFF) << 8 | body[index + 1] & 0xFF : -1;
    }

    /** Whether a strict decoder accepts the bytes: no overlong form, no part of a character, no lone surrogate. */
    static boolean isValid(byte[] body, Charset charset) {
        try {
            charset.newDecoder().decode(ByteBuffer.wrap(body));
            return true;
        } catch (CharacterCodingException invalid) {
            return false;
        }
    }
}
