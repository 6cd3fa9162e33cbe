package io.concor.sample.support;

import io.concor.sample.support.RecentOutcomes.Counts;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.nio.support.AsyncRequestBuilder;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.pool.PoolStats;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * A non-blocking HTTP client that posts JSON and does not trust the other party: it bounds the time of each request, the
 * size of each answer and the connections to each host. Hosts do not share connections, so that a slow one cannot take
 * those of the others. No retries. Thread-safe.
 */
public final class JsonHttpClient implements Closeable {

    private static final int IO_THREADS = 2;
    private static final int MAX_HEADERS = 50;
    private static final int MAX_HEADER_BYTES = 4 * 1024;

    private final RecentOutcomes outcomes = new RecentOutcomes(System::nanoTime);
    private final IoThreads threads = new IoThreads();
    private final ScheduledThreadPoolExecutor timer =
            new ScheduledThreadPoolExecutor(1, new CustomizableThreadFactory("http-client-timer-"));
    private final Duration responseTimeout;
    private final PoolingAsyncClientConnectionManager connections;
    private final CloseableHttpAsyncClient client;

    private JsonHttpClient(Duration connectTimeout, Duration responseTimeout, int connectionsPerHost) {
        this.responseTimeout = responseTimeout;
        timer.setRemoveOnCancelPolicy(true);
        connections = connections(connectTimeout, connectionsPerHost);
        client = client();
    }

    /**
     * Receives the outcome of a request, on a thread of the client. One of the methods is called, once, unless the request
     * is cancelled or the client closes before it ends.
     */
    public interface Callback {

        /**
         * Receives the status of an answer from 200 to 299.
         *
         * @param status the status
         */
        void succeeded(int status);

        /**
         * Receives the reason for a failure: another status, or no complete answer in time.
         *
         * @param failure the reason
         */
        void failed(Failure failure);
    }

    /**
     * Why a request failed.
     *
     * @param reason the URL and the reason
     * @param outcomeUnknown whether the other party may have accepted the request although it failed
     * @param cause the error of the connection, or null
     */
    public record Failure(
            String reason, boolean outcomeUnknown, @Nullable Exception cause) {}

    /**
     * Starts a client.
     *
     * @param connectTimeout limits the time to connect, and then the time of a TLS handshake
     * @param responseTimeout limits the time of a request as a whole, from the wait for a free connection to the last
     *     byte of the answer
     * @param connectionsPerHost the most connections to one host
     */
    public static JsonHttpClient start(Duration connectTimeout, Duration responseTimeout, int connectionsPerHost) {
        JsonHttpClient started = new JsonHttpClient(connectTimeout, responseTimeout, connectionsPerHost);
        started.client.start();
        return started;
    }

    private CloseableHttpAsyncClient client() {
        return HttpAsyncClientBuilder.create()
                .setConnectionManager(connections)
                .setThreadFactory(threads)
                .setIOReactorConfig(
                        IOReactorConfig.custom().setIoThreadCount(IO_THREADS).build())
                .setHttp1Config(Http1Config.custom()
                        .setMaxHeaderCount(MAX_HEADERS)
                        .setMaxLineLength(MAX_HEADER_BYTES)
                        .build())
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setAuthenticationEnabled(false)
                        .setProtocolUpgradeEnabled(false)
                        .build())
                .setConnectionReuseStrategy(HttpCall::keepAlive)
                .addExecInterceptorBefore(ChainElement.CONNECT.name(), "before-connect", HttpCall::connect)
                .addExecInterceptorAfter(ChainElement.CONNECT.name(), "after-connect", HttpCall::send)
                // the receiver would handle a message twice if it were posted twice
                .disableAutomaticRetries()
                .disableContentCompression()
                .disableRedirectHandling()
                .disableCookieManagement()
                .disableAuthCaching()
                .build();
    }

    /** The lax pool is the one that has no common limit for all hosts, and ends all waits for a connection on closing. */
    private PoolingAsyncClientConnectionManager connections(Duration connectTimeout, int connectionsPerHost) {
        return PoolingAsyncClientConnectionManagerBuilder.create()
                .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
                .setMaxConnPerRoute(connectionsPerHost)
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.of(connectTimeout))
                        .build())
                .setTlsStrategy(new TimedHandshake(DefaultClientTlsStrategy.createDefault(), timer, connectTimeout))
                // the limits of the answer are those of HTTP/1.1
                .setDefaultTlsConfig(TlsConfig.custom()
                        .setVersionPolicy(HttpVersionPolicy.FORCE_HTTP_1)
                        .build())
                .build();
    }

    /**
     * Posts a body and returns at once.
     *
     * @param url where to
     * @param json the body
     * @param callback receives the outcome
     * @return cancels the request and closes its connection; the callback is not called any more
     */
    public Runnable post(URI url, byte[] json, Callback callback) {
        HttpCall call = new HttpCall(url, responseTimeout, callback, outcomes);
        try {
            call.expireOn(timer);
            client.execute(
                    AsyncRequestBuilder.post(url)
                            .setEntity(json, ContentType.APPLICATION_JSON)
                            .build(),
                    new StatusReader(call),
                    call.context(),
                    call);
        } catch (RuntimeException e) {
            call.failed(e);
        }
        return call::cancel;
    }

    /** Returns how many of the client's threads have ended by an error. They are not replaced. */
    int endedThreads() {
        return threads.ended();
    }

    /** Returns the outcomes of the last minute. */
    Counts outcomes() {
        return outcomes.counts();
    }

    /** Returns how many connections are in use and how many requests wait for one. */
    PoolStats connections() {
        return connections.getTotalStats();
    }

    @Override
    public void close() throws IOException {
        client.close();
        timer.shutdownNow();
    }
}
