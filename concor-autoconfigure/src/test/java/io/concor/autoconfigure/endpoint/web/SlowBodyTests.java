package io.concor.autoconfigure.endpoint.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.util.pattern.PathPatternParser;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A logged-in caller who sends a body piece by piece does not occupy a thread for longer than the limit. */
@Timeout(60)
class SlowBodyTests {

    private static final String PATH = "/actuator/concorslots/orders/resolver";
    private static final String BODY = "{\"threads\":8}";

    private final AtomicLong nanos = new AtomicLong();
    private final MockHttpServletResponse response = new MockHttpServletResponse();

    @Test
    void refusesABodyThatDripsBeyondTheLimit() throws Exception {
        DrippingBody body = new DrippingBody(Duration.ofSeconds(1));

        new RequestBodyFilter(nanos::get).doFilter(request(body), response, new MockFilterChain());

        assertThat(response.getStatus()).isEqualTo(408);
        assertThat(response.getContentAsString())
                .contains("\"error\":\"body too slow\"", "\"field\":\"body\"", "within 10s");
        assertThat(body.next).as("bytes read").isEqualTo(11);
    }

    @Test
    void acceptsABodyThatDripsWithinTheLimit() throws Exception {
        MockFilterChain chain = new MockFilterChain();

        new RequestBodyFilter(nanos::get).doFilter(request(new DrippingBody(Duration.ofMillis(700))), response, chain);

        assertThat(chain.getRequest()).isNotNull();
        assertThat(chain.getRequest().getInputStream()).hasBinaryContent(BODY.getBytes(UTF_8));
    }

    @Test
    void refusesABodyThatDoesNotEndOverWebFlux() {
        Flux<DataBuffer> endless = Flux.<DataBuffer>just(
                        new DefaultDataBufferFactory().wrap(ByteBuffer.wrap("{".getBytes(UTF_8))))
                .concatWith(Flux.never());
        MockServerWebExchange exchange = MockServerWebExchange.from(MockServerHttpRequest.post(PATH)
                .contentType(MediaType.APPLICATION_JSON)
                .body(endless));

        new RequestBodyWebFilter(
                        List.of(PathPatternParser.defaultInstance.parse(PATH)),
                        mock(UnsupportedRequest.class),
                        Duration.ofMillis(20))
                .filter(exchange, passed -> Mono.error(new AssertionError("passed on")))
                .block();

        assertThat(exchange.getResponse().getStatusCode()).isEqualTo(HttpStatus.REQUEST_TIMEOUT);
        assertThat(exchange.getResponse().getBodyAsString().block()).contains("within 20ms");
    }

    private static MockHttpServletRequest request(DrippingBody body) {
        MockHttpServletRequest request = new MockHttpServletRequest("POST", PATH) {
            @Override
            public ServletInputStream getInputStream() {
                return body;
            }
        };
        request.setContentType(MediaType.APPLICATION_JSON_VALUE);
        return request;
    }

    /** Returns one byte at each call, after a pause. */
    private final class DrippingBody extends ServletInputStream {

        private final Duration pause;
        private int next;

        DrippingBody(Duration pause) {
            this.pause = pause;
        }

        @Override
        public int read() {
            nanos.addAndGet(pause.toNanos());
            return next < BODY.length() ? BODY.charAt(next++) : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            int read = read();
            target[offset] = (byte) read;
            return read < 0 ? -1 : 1;
        }

        @Override
        public boolean isFinished() {
            return next == BODY.length();
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new UnsupportedOperationException();
        }
    }
}
