package io.concor.sample.support;

import io.concor.text.DurationFormat;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLHandshakeException;
import org.apache.hc.core5.concurrent.CallbackContribution;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.net.NamedEndpoint;
import org.apache.hc.core5.reactor.ssl.TransportSecurityLayer;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * TLS whose handshake ends in time. The library's own timeout begins again with each byte, and a cancelled request
 * leaves a connection in its handshake open.
 *
 * @param tls makes the handshake
 * @param timer ends it
 * @param timeout the most time for it
 */
record TimedHandshake(TlsStrategy tls, ScheduledExecutorService timer, Duration timeout) implements TlsStrategy {

    @Override
    public void upgrade(
            TransportSecurityLayer connection,
            NamedEndpoint host,
            @Nullable Object attachment,
            @Nullable Timeout silence,
            FutureCallback<TransportSecurityLayer> callback) {
        Runnable expiry = () -> {
            ((ModalCloseable) connection).close(CloseMode.IMMEDIATE);
            callback.failed(new SSLHandshakeException("No end within " + DurationFormat.of(timeout)));
        };
        Future<?> end = timer.schedule(expiry, timeout.toNanos(), TimeUnit.NANOSECONDS);
        tls.upgrade(connection, host, attachment, silence, new CallbackContribution<>(callback) {
            @Override
            public void completed(TransportSecurityLayer secured) {
                end.cancel(false);
                callback.completed(secured);
            }
        });
    }

    /** The library calls the other method. */
    @Deprecated
    @Override
    public boolean upgrade(
            TransportSecurityLayer connection,
            HttpHost host,
            SocketAddress local,
            SocketAddress remote,
            Object attachment,
            Timeout silence) {
        throw new UnsupportedOperationException();
    }
}
