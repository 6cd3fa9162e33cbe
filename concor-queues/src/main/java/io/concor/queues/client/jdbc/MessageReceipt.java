package io.concor.queues.client.jdbc;

import io.concor.queues.client.InvalidRequestException;
import io.concor.text.SafeText;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What ends a lease: the place of the message and the number of the lease, so that no index is needed to find it.
 *
 * @param id the place
 * @param number the number
 */
record MessageReceipt(long id, long number) {

    private static final Pattern FORMAT = Pattern.compile("([0-9]{1,18})-([0-9a-f]{1,16})");
    private static final int HEX = 16;

    /**
     * Reads a receipt.
     *
     * @throws InvalidRequestException if it is none
     */
    static MessageReceipt of(String text) {
        Matcher receipt = FORMAT.matcher(text);
        if (!receipt.matches()) {
            throw new InvalidRequestException(
                    "receipt", "'" + SafeText.shown(text) + "' is no receipt", "the one that came with the message");
        }
        return new MessageReceipt(Long.parseLong(receipt.group(1)), Long.parseUnsignedLong(receipt.group(2), HEX));
    }

    @Override
    public String toString() {
        return id + "-" + Long.toHexString(number);
    }
}
