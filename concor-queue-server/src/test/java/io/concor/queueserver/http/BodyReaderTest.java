package io.concor.queueserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.StandardServletAsyncWebRequest;
import org.springframework.web.context.request.async.WebAsyncManager;
import org.springframework.web.context.request.async.WebAsyncUtils;

class BodyReaderTest {

    private static final int MOST_BYTES = 10_000;
    private static final int MOST_AT_ONCE = 20;

    private final BodyReader reader = new BodyReader(MOST_BYTES, MOST_AT_ONCE, Duration.ofSeconds(30));

    private static void assertRefused(int status, ThrowingCallable call) {
        assertThatExceptionOfType(ErrorResponseException.class).isThrownBy(call).satisfies(refused -> assertThat(
                        refused.getStatusCode().value())
                .isEqualTo(status));
    }

    private static byte[] ended(CompletableFuture<byte[]> body) {
        try {
            return body.join();
        } catch (CompletionException failed) {
            throw (RuntimeException) failed.getCause();
        }
    }

    @Test
    void readsABodyThatHasComeWithTheHeaderAtOnce() {
        Sending request = new Sending(MOST_BYTES);
        request.send(MOST_BYTES);

        assertThat(reader.read(request, "alice")).isCompletedWithValueMatching(body -> body.length == MOST_BYTES);
        assertThat(request.listener).isNull();
    }

    @Test
    void readsABodyThatComesInPiecesWithoutAThread() throws Exception {
        Sending request = new Sending(MOST_BYTES);
        CompletableFuture<byte[]> body = reader.read(request, "alice");
        request.becomeAsynchronous();

        request.send(1);
        request.send(MOST_BYTES - 2);
        assertThat(body).isNotDone();
        request.send(1);
        request.end();

        assertThat(body).isCompletedWithValueMatching(bytes -> bytes.length == MOST_BYTES);
    }

    /** If much more is declared, at once. */
    @Test
    void refusesOneThatIsTooLargeWhenItHasCome() throws Exception {
        int most = MOST_BYTES + IncomingBody.MOST_DROPPED;
        assertRefused(413, () -> ended(reader.read(new Sending(most + 1), "alice")));

        Sending request = new Sending(-1);
        CompletableFuture<byte[]> body = reader.read(request, "alice");
        request.becomeAsynchronous();
        request.send(MOST_BYTES + 1);
        request.send(10_000);
        assertThat(body).isNotDone();
        request.end();
        assertRefused(413, () -> ended(body));
    }

    @Test
    void readsNoMoreOfOneThatIsMuchTooLarge() throws Exception {
        Sending request = new Sending(-1);
        CompletableFuture<byte[]> body = reader.read(request, "alice");
        request.becomeAsynchronous();
        request.send(MOST_BYTES + IncomingBody.MOST_DROPPED + 100_000);

        assertRefused(413, () -> ended(body));
        assertThat(request.unread()).as("no more is read").isPositive();
    }

    @Test
    void refusesOneThatComesTooSlowly() throws Exception {
        BodyReader impatient = new BodyReader(MOST_BYTES, Duration.ofMillis(20));
        Sending request = new Sending(2);
        CompletableFuture<byte[]> body = impatient.read(request, "alice");
        request.becomeAsynchronous();
        request.send(1);

        assertRefused(408, () -> ended(body));
    }

    @Test
    void refusesOneWhoseConnectionEnds() throws Exception {
        Sending request = new Sending(2);
        CompletableFuture<byte[]> body = reader.read(request, "alice");
        request.becomeAsynchronous();

        request.listener.onError(new IOException("reset"));

        assertRefused(408, () -> ended(body));
    }

    @Test
    void waitsForSoManyOfOneClient() throws Exception {
        Sending first = new Sending(1);
        CompletableFuture<byte[]> body = reader.read(first, "alice");
        first.becomeAsynchronous();
        reader.read(new Sending(1), "alice");

        assertRefused(429, () -> reader.read(new Sending(1), "alice"));
        reader.read(new Sending(1), "bob");

        first.send(1);
        first.end();
        assertThat(body).isDone();
        assertThat(reader.read(new Sending(1), "alice")).isNotDone();
    }

    @Test
    void waitsForSoManyInAll() {
        for (int i = 0; i < MOST_AT_ONCE; i++) {
            reader.read(new Sending(1), "client " + i);
        }

        assertRefused(503, () -> reader.read(new Sending(1), "one more"));
        Sending quick = new Sending(1);
        quick.send(1);
        assertThat(reader.read(quick, "one more")).as("is there").isDone();
    }

    @Test
    void refusesATimeThatIsNone() {
        assertThatThrownBy(() -> new BodyReader(MOST_BYTES, Duration.ofMillis(-1)))
                .hasMessageContaining("server.tomcat.connection-timeout");
    }

    /** A request whose body comes piece by piece. */
    private static final class Sending extends MockHttpServletRequest {

        private final int declared;
        private InputStream piece = InputStream.nullInputStream();
        private ReadListener listener;

        Sending(int declared) {
            this.declared = declared;
            setAsyncSupported(true);
        }

        /** As Spring MVC does when the handler has returned. */
        void becomeAsynchronous() throws Exception {
            WebAsyncManager manager = WebAsyncUtils.getAsyncManager(this);
            manager.setAsyncWebRequest(new StandardServletAsyncWebRequest(this, new MockHttpServletResponse()));
            manager.startDeferredResultProcessing(new DeferredResult<>());
        }

        void send(int bytes) {
            piece = new ByteArrayInputStream(new byte[bytes]);
            if (listener != null) {
                try {
                    listener.onDataAvailable();
                } catch (IOException impossible) {
                    throw new IllegalStateException(impossible);
                }
            }
        }

        void end() throws IOException {
            listener.onAllDataRead();
        }

        int unread() throws IOException {
            return piece.available();
        }

        @Override
        public long getContentLengthLong() {
            return declared;
        }

        @Override
        public ServletInputStream getInputStream() {
            return new ServletInputStream() {

                @Override
                public int read() throws IOException {
                    return piece.read();
                }

                @Override
                public int read(byte[] target, int offset, int length) throws IOException {
                    return piece.read(target, offset, length);
                }

                @Override
                public int available() throws IOException {
                    return Math.min(1, piece.available());
                }

                @Override
                public boolean isFinished() {
                    return false;
                }

                @Override
                public boolean isReady() {
                    try {
                        return piece.available() > 0;
                    } catch (IOException impossible) {
                        throw new IllegalStateException(impossible);
                    }
                }

                @Override
                public void setReadListener(ReadListener reader) {
                    listener = reader;
                }
            };
        }
    }
}
