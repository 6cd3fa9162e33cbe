package io.concor.autoconfigure.endpoint.web;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request that reads its body at the first access, at most one byte beyond the limit, and returns it from the
 * beginning at each access. Used by the thread of the request only.
 */
final class CachedBodyRequest extends HttpServletRequestWrapper {

    private byte @Nullable [] body;

    CachedBodyRequest(HttpServletRequest request) {
        super(request);
    }

    byte[] bytes() throws IOException {
        if (body == null) {
            body = super.getInputStream().readNBytes(RequestBodyRules.MAX_BYTES + 1);
        }
        return body;
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
