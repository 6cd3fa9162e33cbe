package io.concor.queueserver.http;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A body that comes in pieces, each read by one thread when it is there. */
final class IncomingBody implements ReadListener {

    private static final int FIRST_BYTES = 4 * 1024;
    /** So much more of a body that is too large is read, and dropped: a client that still sends may not get its answer. */
    static final int MOST_DROPPED = 2 * 1024 * 1024;

    private final ServletInputStream source;
    private final int mostBytes;
    private final Supplier<? extends RuntimeException> tooLarge;
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private byte[] bytes = new byte[FIRST_BYTES];
    private int length;
    private int dropped;

    IncomingBody(ServletInputStream source, int mostBytes, Supplier<? extends RuntimeException> tooLarge) {
        this.source = source;
        this.mostBytes = mostBytes;
        this.tooLarge = tooLarge;
    }

    /** Returns the body. Once it has failed, no more of it is read. */
    CompletableFuture<byte[]> whole() {
        return whole;
    }

    /**
     * Reads what has come with the header, and returns whether that is all.
     *
     * @param declared how many bytes the header declares; negative if it does not
     */
    boolean isThere(long declared) throws IOException {
        while (length + dropped < declared && source.available() > 0 && readSome()) {
            // the next piece
        }
        if (length + dropped == declared || source.isFinished()) {
            onAllDataRead();
        }
        return whole.isDone();
    }

    /** Begins to read, now that the request is asynchronous. */
    void begin() {
        source.setReadListener(this);
    }

    @Override
    public void onDataAvailable() throws IOException {
        while (!whole.isDone() && source.isReady() && readSome()) {
            // the next piece
        }
    }

    /** Returns false at the end. */
    private boolean readSome() throws IOException {
        return isTooLarge() ? dropSome() : keepSome();
    }

    private boolean isTooLarge() {
        return length > mostBytes;
    }

    private boolean keepSome() throws IOException {
        if (length == bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.min(2 * length, mostBytes + 1));
        }
        int count = source.read(bytes, length, bytes.length - length);
        length += Math.max(0, count);
        return count >= 0;
    }

    private boolean dropSome() throws IOException {
        int count = source.read(bytes, 0, bytes.length);
        dropped += Math.max(0, count);
        if (dropped > MOST_DROPPED) {
            whole.completeExceptionally(tooLarge.get());
        }
        return count >= 0;
    }

    @Override
    public void onAllDataRead() {
        if (isTooLarge()) {
            whole.completeExceptionally(tooLarge.get());
        } else {
            whole.complete(Arrays.copyOf(bytes, length));
        }
    }

    @Override
    public void onError(Throwable failed) {
        whole.completeExceptionally(failed);
    }
}
