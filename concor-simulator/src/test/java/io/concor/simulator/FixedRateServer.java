package io.concor.simulator;

import static io.netty.handler.codec.http.HttpResponseStatus.OK;
import static io.netty.handler.codec.http.HttpVersion.HTTP_1_1;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A server of known capacity: processes requests one after the other, each in the same time, on one thread. */
final class FixedRateServer implements AutoCloseable {

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int MAX_BODY_BYTES = 64 * 1024;

    private final EventLoopGroup threads = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final long serviceNanos;
    private final Channel channel;
    private volatile HttpResponseStatus status = OK;
    private volatile Consumer<String> listener = body -> {};
    private volatile boolean silent;
    private volatile byte[] responseBody = {};
    private volatile long maxDelayNanos;
    private volatile int connections;
    private long freeAtNanos = System.nanoTime();
    private long stallAtNanos = Long.MAX_VALUE;
    private long stallNanos;

    FixedRateServer(int requestsPerSecond) {
        serviceNanos = SECOND_NANOS / requestsPerSecond;
        channel = new ServerBootstrap()
                .group(threads)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ServerInitializer())
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .syncUninterruptibly()
                .channel();
    }

    String url() {
        return "http://localhost:" + ((InetSocketAddress) channel.localAddress()).getPort() + "/work";
    }

    FixedRateServer respondingWithStatus(HttpResponseStatus other) {
        status = other;
        return this;
    }

    /** Passes the body of each request to a listener before it is processed. */
    FixedRateServer onRequest(Consumer<String> bodies) {
        listener = bodies;
        return this;
    }

    /** Sets the body of the responses. */
    FixedRateServer respondingWith(String body) {
        responseBody = body.getBytes(StandardCharsets.UTF_8);
        return this;
    }

    /** Returns the maximum delay of a response after its request was processed. It is large if the machine is overloaded. */
    long maxDelayMicros() {
        return TimeUnit.NANOSECONDS.toMicros(maxDelayNanos);
    }

    /** Returns the number of connections opened so far. */
    int connections() {
        return connections;
    }

    /** Sends no responses. */
    FixedRateServer silent() {
        silent = true;
        return this;
    }

    /** Pauses once, at a time after the first request. */
    FixedRateServer stalling(long afterMillis, long forMillis) {
        threads.submit(() -> {
                    stallAtNanos = -TimeUnit.MILLISECONDS.toNanos(afterMillis);
                    stallNanos = TimeUnit.MILLISECONDS.toNanos(forMillis);
                })
                .syncUninterruptibly();
        return this;
    }

    @Override
    public void close() {
        channel.close().syncUninterruptibly();
        threads.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private void serve(ChannelHandlerContext context) {
        long now = System.nanoTime();
        long at = servedAt(now);
        context.executor().schedule(() -> respond(context, at), at - now, TimeUnit.NANOSECONDS);
    }

    private long servedAt(long now) {
        if (stallAtNanos <= 0) {
            stallAtNanos = now - stallAtNanos;
        }
        if (stallNanos > 0 && now >= stallAtNanos) {
            freeAtNanos = now + stallNanos;
            stallNanos = 0;
        }
        freeAtNanos = Math.max(now, freeAtNanos) + serviceNanos;
        return freeAtNanos;
    }

    private void respond(ChannelHandlerContext context, long servedAtNanos) {
        maxDelayNanos = Math.max(maxDelayNanos, System.nanoTime() - servedAtNanos);
        byte[] body = responseBody;
        var response = new DefaultFullHttpResponse(HTTP_1_1, status, Unpooled.wrappedBuffer(body));
        HttpUtil.setContentLength(response, body.length);
        context.writeAndFlush(response);
    }

    private final class ServerInitializer extends ChannelInitializer<SocketChannel> {
        @Override
        protected void initChannel(SocketChannel connection) {
            connections = connections + 1; // on one thread
            connection
                    .pipeline()
                    .addLast(new HttpServerCodec(), new HttpObjectAggregator(MAX_BODY_BYTES), new Handler());
        }
    }

    private final class Handler extends SimpleChannelInboundHandler<FullHttpRequest> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            listener.accept(request.content().toString(StandardCharsets.UTF_8));
            if (!silent) {
                serve(context);
            }
        }
    }
}
