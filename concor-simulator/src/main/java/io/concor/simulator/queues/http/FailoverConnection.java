package io.concor.simulator.queues.http;

import io.concor.simulator.http.ConnectFailure;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The persistent connection of a client, without pipelining. When it fails, the next request goes to the next server. Confined to
 * its event loop.
 */
final class FailoverConnection {

    private static final int MAX_CONNECT_MILLIS = 5000;
    private static final int FIRST_FINAL_STATUS = 200;
    private static final int FIRST_BODY_BYTES = 512;
    private static final int MAX_KEPT_BODY_BYTES = 64 * 1024;

    /** Several times the largest message, whose JSON may contain escapes, and the longest list of queues. */
    private static final int MAX_BODY_BYTES = 16 * 1024 * 1024;

    private final EventLoop eventLoop;
    private final List<QueueServerAddress> servers;
    private final long timeoutNanos;
    private final AnswerListener listener;
    private final Bootstrap bootstrap = new Bootstrap();
    private int server;
    private @Nullable Channel open;
    private boolean connecting;
    private boolean closed;
    private @Nullable QueueRequest request;
    private boolean sent;
    private long deadlineNanos;

    /**
     * Creates a connection, which opens with the first request.
     *
     * @param firstServer index of the first server
     */
    FailoverConnection(EventLoop eventLoop, ConnectionSettings settings, int firstServer, AnswerListener listener) {
        this.eventLoop = eventLoop;
        this.servers = settings.servers();
        this.timeoutNanos = settings.timeout().toNanos();
        this.server = firstServer;
        this.listener = listener;
        bootstrap
                .group(eventLoop)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        Math.min(MAX_CONNECT_MILLIS, settings.timeout().toMillis()))
                .handler(new ClientInitializer());
    }

    /** Returns the server that the current or next request is sent to. */
    QueueServerAddress server() {
        return servers.get(server);
    }

    /** Sends a request. The previous one has ended. */
    void send(QueueRequest next) {
        request = next;
        sent = false;
        deadlineNanos = System.nanoTime() + timeoutNanos;
        if (open != null) {
            write(open, next);
        } else if (!connecting) {
            connect();
        }
    }

    /** Gives up the current request if it has taken too long. */
    void expire(long nowNanos) {
        if (request != null && nowNanos - deadlineNanos > 0) {
            abandon("timeout");
        }
    }

    /** Closes the connection. The current request has no outcome. */
    void close() {
        closed = true;
        request = null;
        disconnect();
    }

    private void connect() {
        connecting = true;
        bootstrap
                .connect(server().address())
                .addListener((ChannelFuture connection) -> runInEventLoop(() -> connected(connection)));
    }

    /** Netty notifies the listener on another thread if it cannot create the socket. */
    private void runInEventLoop(Runnable task) {
        if (eventLoop.inEventLoop()) {
            task.run();
        } else if (!eventLoop.isShuttingDown()) {
            eventLoop.execute(task);
        }
    }

    private void connected(ChannelFuture connection) {
        connecting = false;
        if (!connection.isSuccess()) {
            fail(ConnectFailure.reason(connection.cause()));
            nextServer();
        } else if (closed) {
            connection.channel().close();
        } else {
            open = connection.channel();
            if (request != null) {
                write(open, request);
            }
        }
    }

    private void write(Channel channel, QueueRequest next) {
        sent = true;
        channel.writeAndFlush(next.encode(server(), channel.alloc()), channel.voidPromise());
    }

    /** Closes the connection, so that a late answer is not taken for that of the next request. */
    private void abandon(String reason) {
        disconnect();
        fail(reason);
        if (!connecting) {
            nextServer();
        }
    }

    private void disconnect() {
        Channel channel = open;
        open = null;
        if (channel != null) {
            channel.close();
        }
    }

    private void nextServer() {
        server = (server + 1) % servers.size();
    }

    private void fail(String reason) {
        boolean pending = request != null;
        request = null;
        if (pending) {
            listener.failed(reason, sent);
        }
    }

    private final class ClientInitializer extends ChannelInitializer<SocketChannel> {

        @Override
        protected void initChannel(SocketChannel channel) {
            channel.pipeline().addLast(new HttpResponseDecoder(), new AnswerHandler());
        }
    }

    /** Collects the answers of one connection. */
    private final class AnswerHandler extends SimpleChannelInboundHandler<HttpObject> {

        private int status;
        private boolean keepAlive;
        private @Nullable String retryAfter;
        private byte[] body = new byte[FIRST_BODY_BYTES];
        private int length;

        @Override
        protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
            if (!isCurrent(context)) {
                return;
            }
            if (part.decoderResult().isFailure()) {
                abandon("unreadable answer");
                return;
            }
            if (part instanceof HttpResponse response) {
                begin(response);
            }
            if (part instanceof HttpContent content && !append(content)) {
                abandon("answer too long");
                return;
            }
            if (part instanceof LastHttpContent && status >= FIRST_FINAL_STATUS) {
                end();
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            if (!isCurrent(context)) {
                return;
            }
            open = null;
            // a server may close a connection that is idle
            if (request != null) {
                abandon("connection closed");
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
            if (isCurrent(context)) {
                abandon("connection failed");
            } else {
                context.close();
            }
        }

        private boolean isCurrent(ChannelHandlerContext context) {
            return Objects.equals(context.channel(), open);
        }

        private void begin(HttpResponse response) {
            status = response.status().code();
            keepAlive = HttpUtil.isKeepAlive(response);
            retryAfter = response.headers().get(HttpHeaderNames.RETRY_AFTER);
            length = 0;
        }

        /** Appends a part of the body, unless the body becomes too long. */
        private boolean append(HttpContent content) {
            int more = content.content().readableBytes();
            int needed = length + more;
            if (needed > MAX_BODY_BYTES) {
                return false;
            }
            if (needed > body.length) {
                body = Arrays.copyOf(body, Math.min(MAX_BODY_BYTES, Math.max(needed, 2 * body.length)));
            }
            content.content().readBytes(body, length, more);
            length = needed;
            return true;
        }

        private void end() {
            if (request == null) {
                disconnect(); // an answer without a request
                return;
            }
            request = null;
            if (!keepAlive) {
                disconnect();
            }
            byte[] answer = body;
            if (answer.length > MAX_KEPT_BODY_BYTES) {
                body = new byte[FIRST_BODY_BYTES];
            }
            listener.answered(new ServerAnswer(status, retryAfter, answer, length));
        }
    }
}
