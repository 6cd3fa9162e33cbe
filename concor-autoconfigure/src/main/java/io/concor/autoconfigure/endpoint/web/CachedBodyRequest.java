package io.concor.autoconfigure.endpoint.web;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A request that reads its body at the first access, at most one byte beyond the limit and for a limited time, and
 * returns it from the beginning at each access. Used by the thread of the request only.
 */
final class CachedBodyRequest extends HttpServletRequestWrapper {

    private final LongSupplier nanoTime;
    private byte @Nullable [] body;

    /** @param nanoTime the time, such as {@link System#nanoTime} */
    CachedBodyRequest(HttpServletRequest request, LongSupplier nanoTime) {
        super(request);
        this.nanoTime = nanoTime;
    }

    /** @throws RejectedRequestException if the body arrives too slowly */
    byte[] bytes() throws IOException {
        if (body == null) {
            body = read(super.getInputStream());
        }
        return body;
    }

    /** Checks the time after each piece. For one piece, the server waits as long as it is configured to. */
    private byte[] read(InputStream source) throws IOException {
        long began = nanoTime.getAsLong();
        byte[] bytes = new byte[RequestBodyRules.MAX_BYTES + 1];
        int length = 0;
        int count = 0;
        while (count >= 0 && length < bytes.length) {
            length += count;
            RequestBodyRules.requireInTime(nanoTime.getAsLong() - began);
            count = source.read(bytes, length, bytes.length - length);
        }
        return Arrays.copyOf(bytes, length);
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
        return new CachedBodyStream(new ByteArrayInputStream(bytes()));
    }

    @Override
    public BufferedReader getReader() throws IOException {
        String encoding = Objects.requireNonNullElse(getCharacterEncoding(), StandardCharsets.UTF_8.name());
        return new BufferedReader(new InputStreamReader(getInputStream(), encoding));
    }

    private static final class CachedBodyStream extends ServletInputStream {

        private final ByteArrayInputStream bytes;

        CachedBodyStream(ByteArrayInputStream bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() {
            return bytes.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            return bytes.read(target, offset, length);
        }

        @Override
        public boolean isFinished() {
            return bytes.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        /** Calls the listener at once: all data is available. */
        @Override
        public void setReadListener(ReadListener listener) {
            try {
                listener.onDataAvailable();
                listener.onAllDataRead();
            } catch (IOException failure) {
                listener.onError(failure);
            }
        }
    }
}
