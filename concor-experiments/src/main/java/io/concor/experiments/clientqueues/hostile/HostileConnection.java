package io.concor.experiments.clientqueues.hostile;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One attack on a connection of its own. It ends with the first line of an answer; one that {@link Attack#stays} ends when the server
 * closes the connection after it. Confined to its event loop.
 */
final class HostileConnection extends SimpleChannelInboundHandler<ByteBuf> {

    /** The outcome of a connection that the server closed without an answer. */
    static final String CLOSED = "closed";

    /** The outcome of a connection that the server neither answered nor closed. */
    static final String FORGOTTEN = "neither answered nor closed";

    /** The outcome of a body that the server takes although it is far too large. */
    static final String SWALLOWED = "all of the body taken";

    private static final String STATUS_LINE = "HTTP/1.1 200";
    private static final int STATUS_DIGITS = 3;
    private static final int CHUNK_BYTES = 64 * 1024;
    private static final String CHUNK_HEAD = Integer.toHexString(CHUNK_BYTES) + "\r\n";

    /** Several times what the buffers of both sides hold. */
    private static final long MAX_FLOOD_BYTES = 64L * 1024 * 1024;

    private static final ByteBuf CHUNK = Unpooled.unreleasableBuffer(
            Unpooled.copiedBuffer(CHUNK_HEAD + "x".repeat(CHUNK_BYTES) + "\r\n", StandardCharsets.US_ASCII));

    private final Attack attack;
    private final String request;
    private final long patienceSeconds;
    private final Consumer<String> outcomes;
    private final StringBuilder statusLine = new StringBuilder();
    private @Nullable ScheduledFuture<?> patience;
    private long flooded;
    private boolean flooding;
    private boolean ended;

    /**
     * Creates a connection that has not been opened.
     *
     * @param request what is sent first
     * @param patienceSeconds how long the server may take to answer or close it
     * @param outcomes learns once how it ended: by a status, or by one of the constants
     */
    HostileConnection(Attack attack, String request, long patienceSeconds, Consumer<String> outcomes) {
        this.attack = attack;
        this.request = request;
        this.patienceSeconds = patienceSeconds;
        this.outcomes = outcomes;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        context.writeAndFlush(Unpooled.copiedBuffer(request, StandardCharsets.US_ASCII), context.voidPromise());
        patience = context.executor().schedule(() -> end(context, FORGOTTEN), patienceSeconds, TimeUnit.SECONDS);
        switch (attack.body()) {
            case FLOOD -> flood(context);
            case DRIP -> drip(context);
            case ANNOUNCED, NONE -> {}
        }
    }

    private void drip(ChannelHandlerContext context) {
        context.executor()
                .schedule(
                        () -> {
                            if (!ended) {
                                context.writeAndFlush(
                                        Unpooled.copiedBuffer(" ", StandardCharsets.US_ASCII), context.voidPromise());
                                drip(context);
                            }
                        },
                        1,
                        TimeUnit.SECONDS);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (attack.body() == Attack.Body.FLOOD) {
            flood(context);
        }
    }

    /** A write may change whether the channel is writable, and so call this again. */
    private void flood(ChannelHandlerContext context) {
        if (flooding) {
            return;
        }
        flooding = true;
        while (!ended && context.channel().isWritable() && flooded < MAX_FLOOD_BYTES) {
            flooded += CHUNK_BYTES;
            context.writeAndFlush(CHUNK.duplicate(), context.voidPromise());
        }
        flooding = false;
        if (flooded >= MAX_FLOOD_BYTES) {
            end(context, SWALLOWED);
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf answer) {
        int missing = Math.min(STATUS_LINE.length() - statusLine.length(), answer.readableBytes());
        statusLine.append(answer.readCharSequence(missing, StandardCharsets.US_ASCII));
        if (isAnswered() && !attack.stays()) {
            end(context, status());
        }
    }

    private boolean isAnswered() {
        return statusLine.length() == STATUS_LINE.length();
    }

    private String status() {
        return statusLine.substring(STATUS_LINE.length() - STATUS_DIGITS);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        end(context, isAnswered() ? status() : CLOSED);
    }

    /** The server may close a connection whose body it does not read, before its answer is read. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable reset) {
        channelInactive(context);
    }

    private void end(ChannelHandlerContext context, String outcome) {
        if (!ended) {
            ended = true;
            if (patience != null) {
                patience.cancel(false);
            }
            context.close();
            outcomes.accept(outcome);
        }
    }
}
