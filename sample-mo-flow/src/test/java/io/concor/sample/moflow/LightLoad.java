package io.concor.sample.moflow;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Sends twenty messages per second, until it is closed. */
final class LightLoad implements AutoCloseable {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final GatewayClient gateway;
    private final Thread thread = new Thread(this::send, "light-load");
    private volatile boolean closed;

    LightLoad(GatewayClient gateway) {
        this.gateway = gateway;
        thread.start();
    }

    private void send() {
        while (!closed) {
            gateway.send("2222", "vote");
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
