package io.concor.queueserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.ErrorResponseException;

class BodyReaderTest {

    private static final int MOST_BYTES = 10_000;

    private final AtomicLong nanos = new AtomicLong();
    private final BodyReader reader = new BodyReader(MOST_BYTES, nanos::get);

    @Test
    void readsABodyOfTheLargestSize() {
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.setContent(new byte[MOST_BYTES]);

        assertThat(reader.read(request, "alice")).hasSize(MOST_BYTES);
    }

    @Test
    void refusesALargerOneAlsoIfItsSizeIsNotDeclared() {
        assertThatThrownBy(() -> reader.read(new Sending(MOST_BYTES + 1, 0), "alice"))
                .isInstanceOfSatisfying(
                        ErrorResponseException.class,
                        refused -> assertThat(refused.getStatusCode().value()).isEqualTo(413));
    }

    @Test
    void refusesOneThatComesTooSlowly() {
        assertThatThrownBy(() -> reader.read(new Sending(100, 200_000_000), "alice"))
                .isInstanceOfSatisfying(
                        ErrorResponseException.class,
                        refused -> assertThat(refused.getStatusCode().value()).isEqualTo(408));
    }

    @Test
    void readsOnlySoManyOfOneClientAtOnce() {
        int[] refusals = {0};
        nested(BodyReader.MOST_AT_ONCE + 1, refusals);

        assertThat(refusals[0]).isOne();
        assertThat(reader.read(new Sending(1, 0), "alice")).as("afterwards").hasSize(1);
    }

    /** Reads a body while another one is being read, and so on. */
    private void nested(int depth, int[] refusals) {
        if (depth == 0) {
            return;
        }
        try {
            reader.read(
                    new Sending(1, 0) {
                        @Override
                        void beforeTheFirst() {
                            nested(depth - 1, refusals);
                        }
                    },
                    "alice");
        } catch (ErrorResponseException refused) {
            assertThat(refused.getStatusCode().value()).isEqualTo(503);
            refusals[0]++;
        }
    }

    /** A request whose body comes byte by byte. */
    private class Sending extends MockHttpServletRequest {

        private final int bytes;
        private final long nanosEach;

        Sending(int bytes, long nanosEach) {
            this.bytes = bytes;
            this.nanosEach = nanosEach;
        }

        void beforeTheFirst() {}

        @Override
        public long getContentLengthLong() {
            return -1;
        }

        @Override
        public ServletInputStream getInputStream() {
            return new ServletInputStream() {
                private int sent;

                @Override
                public int read() {
                    if (sent == 0) {
                        beforeTheFirst();
                    }
                    nanos.addAndGet(nanosEach);
                    return sent++ < bytes ? 'x' : -1;
                }

                @Override
                public int read(byte[] target, int offset, int length) {
                    int next = read();
                    if (next < 0) {
                        return -1;
                    }
                    target[offset] = (byte) next;
                    return 1;
                }

                @Override
                public boolean isFinished() {
                    return sent >= bytes;
                }

                @Override
                public boolean isReady() {
                    return true;
                }

                @Override
                public void setReadListener(ReadListener listener) {
                    throw new UnsupportedOperationException();
                }
            };
        }
    }
}
