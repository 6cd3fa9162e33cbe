package io.concor.simulator.http;

import io.concor.simulator.load.LoadRequest;
import io.concor.simulator.load.ResponseHandler;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpClientCodec;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** The connections of one thread, and the requests that wait for one of them. Its state belongs to that thread. */
final class ConnectionPool {

    private static final int CONNECT_TIMEOUT_MILLIS = 5000;

    private final EventLoop thread;
    private final RequestTarget target;
    private final int limit;
    private final ResponseHandler answers;
    private final Bootstrap bootstrap = new Bootstrap();
    private final Queue<QueuedRequest> waiting = new ArrayDeque<>();
    private final Deque<ClientConnection> idle = new ArrayDeque<>();
    private int open;

    ConnectionPool(EventLoop thread, RequestTarget target, int limit, ResponseHandler answers) {
        this.thread = thread;
        this.target = target;
        this.limit = limit;
        this.answers = answers;
        bootstrap
                .group(thread)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
                .handler(new ClientInitializer());
    }

    void send(LoadRequest exchange, byte[] body) {
        thread.execute(() -> dispatch(new QueuedRequest(exchange, body)));
    }

    /** The connection is open, or has its answer: it takes the next request, or rests. */
    void free(ClientConnection connection) {
        QueuedRequest next = next();
        if (next == null) {
            idle.push(connection);
        } else {
            connection.send(next.exchange, next.body);
        }
    }

    void closed(ClientConnection connection) {
        open--;
        idle.remove(connection);
        connectForWaiting();
    }

    private void dispatch(QueuedRequest request) {
        ClientConnection connection = idle.poll();
        if (connection != null) {
            connection.send(request.exchange, request.body);
        } else {
            waiting.add(request);
            connectForWaiting();
        }
    }

    private void connectForWaiting() {
        if (open < limit && !waiting.isEmpty() && !thread.isShuttingDown()) {
            open++;
            bootstrap
                    .connect(target.address())
                    .addListener((ChannelFuture connecting) -> here(() -> connected(connecting)));
        }
    }

    /** A connection for which there is not even a socket tells so on another thread. */
    private void here(Runnable task) {
        if (thread.inEventLoop()) {
            task.run();
        } else if (!thread.isShuttingDown()) {
            thread.execute(task);
        }
    }

    private void connected(ChannelFuture connecting) {
        if (!connecting.isSuccess()) {
            open--;
            refused(connecting.cause());
        }
    }

    /** One request fails for each connection that could not be made, so that all end when none can be. */
    private void refused(Throwable cause) {
        QueuedRequest next = next();
        if (next != null) {
            answers.failed(next.exchange, "cannot connect: " + why(cause));
        }
        connectForWaiting();
    }

    /** What is at the bottom of it, without the address behind that, which is always the same. */
    private static String why(Throwable cause) {
        String words = cause.toString();
        for (Throwable at = cause; at != null; at = at.getCause()) {
            words = at.getMessage() == null ? words : at.getMessage();
        }
        return words.split(": ", 2)[0];
    }

    private @Nullable QueuedRequest next() {
        QueuedRequest next = waiting.poll();
        while (next != null && next.exchange.ended()) {
            next = waiting.poll();
        }
        return next;
    }

    private record QueuedRequest(LoadRequest exchange, byte[] body) {}

    private final class ClientInitializer extends ChannelInitializer<SocketChannel> {

        @Override
        protected void initChannel(SocketChannel channel) {
            channel.pipeline()
                    .addLast(new HttpClientCodec(), new ClientConnection(ConnectionPool.this, target, answers));
        }
    }
}
