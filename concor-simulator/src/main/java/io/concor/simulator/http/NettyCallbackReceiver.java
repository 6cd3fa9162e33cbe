package io.concor.simulator.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;

/**
 * The simulator's own receiver: responds to every request with status 200 and an empty JSON object, at once or after a
 * delay, on one thread.
 */
final class NettyCallbackReceiver implements CallbackReceiver {

    private static final int BACKLOG = 1024;
    private static final int MAX_BODY_BYTES = 64 * 1024;
    private static final byte[] RESPONSE_BODY = "{}".getBytes(StandardCharsets.UTF_8);

    private final EventLoopGroup thread = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final RequestIdExtractor ids;
    private final AnswerDelay delay;
    private final long startNanos = System.nanoTime();

    NettyCallbackReceiver(int port, Pattern id, AnswerDelay delay) {
        ids = new RequestIdExtractor(id);
        this.delay = delay;
        var bound = new ServerBootstrap()
                .group(thread)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childHandler(new ServerInitializer())
                .bind(new InetSocketAddress(port))
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            close();
            throw new IllegalStateException("Cannot listen on port " + port, bound.cause());
        }
    }

    @Override
    public void onCallback(LongConsumer listener) {
        ids.setListener(listener);
    }

    @Override
    public String description() {
        return "arrival at the simulator's own receiver";
    }

    @Override
    public void close() {
        thread.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private final class ServerInitializer extends ChannelInitializer<SocketChannel> {

        private final CallbackHandler handler = new CallbackHandler();

        @Override
        protected void initChannel(SocketChannel connection) {
            connection.pipeline().addLast(new HttpServerCodec(), new HttpObjectAggregator(MAX_BODY_BYTES), handler);
        }
    }

    @Sharable
    private final class CallbackHandler extends SimpleChannelInboundHandler<FullHttpRequest> {

        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            ids.received(request.content().toString(StandardCharsets.UTF_8));
            boolean keepAlive = HttpUtil.isKeepAlive(request);
            long nanos = delay.nanosAt(System.nanoTime() - startNanos);
            if (nanos == 0) {
                answer(context, keepAlive);
            } else {
                context.executor().schedule(() -> answer(context, keepAlive), nanos, TimeUnit.NANOSECONDS);
            }
        }

        private static void answer(ChannelHandlerContext context, boolean keepAlive) {
            FullHttpResponse response = new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1, HttpResponseStatus.OK, Unpooled.wrappedBuffer(RESPONSE_BODY));
            response.headers().set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON);
            HttpUtil.setContentLength(response, RESPONSE_BODY.length);
            HttpUtil.setKeepAlive(response, keepAlive);
            var written = context.writeAndFlush(response);
            if (!keepAlive) {
                written.addListener(ChannelFutureListener.CLOSE);
            }
        }

        /** Not an error here: the request whose callback is missing times out. */
        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
            context.close();
        }
    }
}
