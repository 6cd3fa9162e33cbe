package io.concor.queueserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.async.DeferredResult;

class BodyReaderTest {

    private static final int MOST_BYTES = 10_000;
    private static final Duration PAUSE = Duration.ofSeconds(4);

    private final AtomicLong nanos = new AtomicLong();
    private final BodyReader reader = new BodyReader(MOST_BYTES, PAUSE, nanos::get);

    @AfterEach
    void stop() {
        reader.destroy();
    }

    private CompletableFuture<byte[]> read(Sending request) {
        CompletableFuture<byte[]> body = reader.read(request, "alice");
        reader.preProcess(new ServletWebRequest(request), new DeferredResult<>());
        return body;
    }

    private static int refusal(CompletableFuture<byte[]> body) {
        return refusal(body.handle((bytes, refused) -> refused).join());
    }

    private static int refusal(@Nullable Throwable refused) {
        Throwable reason = refused instanceof CompletionException ? refused.getCause() : refused;
        assertThat(reason).isInstanceOf(ErrorResponseException.class);
        return ((ErrorResponseException) reason).getStatusCode().value();
    }

    @Test
    void readsABodyAtOnceThatHasArrivedWithTheHeader() {
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.setContent(new byte[MOST_BYTES]);

        assertThat(reader.read(request, "alice").getNow(new byte[0])).hasSize(MOST_BYTES);
    }

    @Test
    void holdsNoThreadWhileABodyArrives() throws IOException {
        Sending request = new Sending(7);
        request.arrive(3);
        CompletableFuture<byte[]> body = read(request);
        assertThat(body).isNotDone();

        request.arrive(2);
        assertThat(body).isNotDone();
        request.arrive(2);

        assertThat(body.getNow(new byte[0])).hasSize(7);
    }

    @Test
    void readsABodyWhoseSizeIsNotDeclaredToItsEnd() throws IOException {
        Sending request = new Sending(-1);
        CompletableFuture<byte[]> body = read(request);

        request.arrive(MOST_BYTES);
        assertThat(body).isNotDone();
        request.end();

        assertThat(body.getNow(new byte[0])).hasSize(MOST_BYTES);
    }

    @Test
    void refusesALargerOneAlsoIfItsSizeIsNotDeclared() throws IOException {
        assertThatThrownBy(() -> read(new Sending(MOST_BYTES + 1)))
                .satisfies(refused -> assertThat(refusal(refused)).isEqualTo(413));
        Sending request = new Sending(-1);
        CompletableFuture<byte[]> body = read(request);

        request.arrive(MOST_BYTES + 1);

        assertThat(refusal(body)).isEqualTo(413);
    }

    @Test
    void refusesOneThatComesTooSlowly() throws IOException {
        Sending request = new Sending(100);
        CompletableFuture<byte[]> body = read(request);

        for (int second = 0; second < 11; second++) {
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            request.arrive(1);
        }

        assertThat(refusal(body)).isEqualTo(408);
    }

    @Test
    void refusesOneThatDoesNotGoOn() {
        CompletableFuture<byte[]> body = read(new Sending(100));

        nanos.addAndGet(PAUSE.toNanos() + 1);

        await("the check").until(body::isDone);
        assertThat(refusal(body)).isEqualTo(408);
    }

    @Test
    void readsOnlySoManyOfOneClientAtOnce() throws IOException {
        List<Sending> sending = new ArrayList<>();
        for (int number = 0; number < BodyReader.MOST_AT_ONCE; number++) {
            Sending next = new Sending(1);
            read(next);
            sending.add(next);
        }
        assertThatThrownBy(() -> read(new Sending(1)))
                .satisfies(refused -> assertThat(refusal(refused)).isEqualTo(503));

        sending.get(0).arrive(1);
        sending.get(1).fail();

        assertThat(read(new Sending(1))).isNotDone();
        assertThat(read(new Sending(1))).isNotDone();
    }

    @Test
    void readsOnlySoManyOfAllClientsAtOnce() {
        for (int number = 0; number < BodyReader.MOST_OF_ALL_CLIENTS; number++) {
            reader.read(new Sending(1), "client" + number);
        }

        assertThatThrownBy(() -> reader.read(new Sending(1), "alice"))
                .satisfies(refused -> assertThat(refusal(refused)).isEqualTo(503))
                .hasMessageContaining("all clients");
    }

    /** A request whose body arrives when a test says so. */
    private static final class Sending extends MockHttpServletRequest {

        private final Arriving arriving = new Arriving();
        private final int declared;

        /** @param declared its length, or -1 */
        Sending(int declared) {
            this.declared = declared;
        }

        void arrive(int bytes) throws IOException {
            arriving.available += bytes;
            if (arriving.listener != null) {
                arriving.listener.onDataAvailable();
                if (arriving.taken == declared) {
                    arriving.listener.onAllDataRead();
                }
            }
        }

        void end() throws IOException {
            arriving.listener.onAllDataRead();
        }

        void fail() {
            arriving.listener.onError(new IOException("gone"));
        }

        @Override
        public long getContentLengthLong() {
            return declared;
        }

        @Override
        public ServletInputStream getInputStream() {
            return arriving;
        }
    }

    /** A body that never blocks. */
    private static final class Arriving extends ServletInputStream {

        private int available;
        private int taken;
        private ReadListener listener;

        @Override
        public int read() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            assertThat(available).as("what can be read without waiting").isPositive();
            int count = Math.min(available, length);
            available -= count;
            taken += count;
            return count;
        }

        @Override
        public int available() {
            return available;
        }

        @Override
        public boolean isFinished() {
            return false;
        }

        @Override
        public boolean isReady() {
            return available > 0;
        }

        @Override
        public void setReadListener(ReadListener reader) {
            listener = reader;
        }
    }
}
