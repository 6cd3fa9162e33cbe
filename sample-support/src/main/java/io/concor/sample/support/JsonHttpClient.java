package io.concor.sample.support;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.nio.entity.DiscardingEntityConsumer;
import org.apache.hc.core5.http.nio.support.AsyncRequestBuilder;
import org.apache.hc.core5.http.nio.support.BasicResponseConsumer;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** A non-blocking HTTP client that posts JSON: bounded connections, timeouts for every wait, no retries. Thread-safe. */
public final class JsonHttpClient implements Closeable {

    private static final int IO_THREADS = 2;

    private final CloseableHttpAsyncClient client;

    private JsonHttpClient(CloseableHttpAsyncClient client) {
        this.client = client;
    }

    /** Receives the outcome of a request, on a thread of the client. Exactly one of the methods is called, once. */
    public interface Callback {

        /**
         * Receives the status of an answer from 200 to 299.
         *
         * @param status the status
         */
        void succeeded(int status);

        /**
         * Receives the reason for a failure: another status, no answer, or a client that closes.
         *
         * @param reason the URL and the reason
         * @param cause the error of the connection, or null
         */
        void failed(String reason, @Nullable Exception cause);
    }

    /**
     * Starts a client.
     *
     * @param connectTimeout limits the time to connect
     * @param responseTimeout limits the time to the answer, and before it the wait for a free connection
     * @param connectionsPerHost the most connections to one host
     * @param connections the most connections in total
     */
    public static JsonHttpClient start(
            Duration connectTimeout, Duration responseTimeout, int connectionsPerHost, int connections) {
        CloseableHttpAsyncClient client = HttpAsyncClientBuilder.create()
                .setConnectionManager(connections(connectTimeout, connectionsPerHost, connections))
                .setIOReactorConfig(
                        IOReactorConfig.custom().setIoThreadCount(IO_THREADS).build())
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(Timeout.of(responseTimeout))
                        .setResponseTimeout(Timeout.of(responseTimeout))
                        .build())
                // the receiver would handle a message twice if it were posted twice
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableCookieManagement()
                .disableAuthCaching()
                .build();
        client.start();
        return new JsonHttpClient(client);
    }

    private static PoolingAsyncClientConnectionManager connections(
            Duration connectTimeout, int connectionsPerHost, int connections) {
        return PoolingAsyncClientConnectionManagerBuilder.create()
                .setMaxConnPerRoute(connectionsPerHost)
                .setMaxConnTotal(connections)
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.of(connectTimeout))
                        .build())
                .build();
    }

    /**
     * Posts a body and returns at once.
     *
     * @param url where to
     * @param json the body
     * @param callback receives the outcome
     */
    public void post(URI url, byte[] json, Callback callback) {
        client.execute(
                AsyncRequestBuilder.post(url)
                        .setEntity(json, ContentType.APPLICATION_JSON)
                        .build(),
                new BasicResponseConsumer<>(new DiscardingEntityConsumer<>()),
                new Outcome(url, callback));
    }

    @Override
    public void close() throws IOException {
        client.close();
    }

    private record Outcome(URI url, Callback callback) implements FutureCallback<Message<HttpResponse, Object>> {

        @Override
        public void completed(Message<HttpResponse, Object> answer) {
            int status = answer.getHead().getCode();
            if (status >= 200 && status < 300) {
                callback.succeeded(status);
            } else {
                callback.failed(url + " answered " + status, null);
            }
        }

        @Override
        public void failed(Exception error) {
            callback.failed(url + " could not be reached: " + error, error);
        }

        @Override
        public void cancelled() {
            callback.failed(url + " was not called: the client is closing", null);
        }
    }
}
