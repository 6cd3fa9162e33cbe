package io.concor.autoconfigure.endpoint;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** A request whose body was read before; used by the thread of the request only. */
final class HeldBody extends HttpServletRequestWrapper {

    private final Stream body;

    HeldBody(HttpServletRequest request, byte[] body) {
        super(request);
        this.body = new Stream(new ByteArrayInputStream(body));
    }

    @Override
    public ServletInputStream getInputStream() {
        return body;
    }

    @Override
    public BufferedReader getReader() throws UnsupportedEncodingException {
        String encoding = Objects.requireNonNullElse(getCharacterEncoding(), StandardCharsets.UTF_8.name());
        return new BufferedReader(new InputStreamReader(body, encoding));
    }

    private static final class Stream extends ServletInputStream {

        private final ByteArrayInputStream bytes;

        Stream(ByteArrayInputStream bytes) {
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

        /** All is there from the start. */
        @Override
        public void setReadListener(ReadListener listener) {
            try {
                listener.onDataAvailable();
                listener.onAllDataRead();
            } catch (IOException failed) {
                listener.onError(failed);
            }
        }
    }
}
