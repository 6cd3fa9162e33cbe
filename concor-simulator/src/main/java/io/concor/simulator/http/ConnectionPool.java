package io.concor.simulator.http;

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

/** The connections of one event loop, and the requests that wait for a connection. Confined to that thread. */
final class ConnectionPool {

    private static final int CONNECT_TIMEOUT_MILLIS = 5000;

    private final EventLoop eventLoop;
    private final RequestTarget target;
    private final int maxConnections;
    private final Bootstrap bootstrap = new Bootstrap();
    private final Queue<QueuedRequest> waiting = new ArrayDeque<>();
    private final Deque<ClientConnection> idle = new ArrayDeque<>();
    private int open;

    ConnectionPool(EventLoop eventLoop, RequestTarget target, int maxConnections) {
        this.eventLoop = eventLoop;
        this.target = target;
        this.maxConnections = maxConnections;
        bootstrap
                .group(eventLoop)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
                .handler(new ClientInitializer());
    }

    /** Sends a request. Any thread may call this. */
    void send(ResponseHandler request, byte[] body) {
        eventLoop.execute(() -> dispatch(new QueuedRequest(request, body)));
    }

    /** A connection has been opened or has received its response: sends the next request, if there is one. */
    void release(ClientConnection connection) {
        QueuedRequest next = poll();
        if (next == null) {
            idle.push(connection);
        } else {
            connection.send(next.request, next.body);
        }
    }

    void closed(ClientConnection connection) {
        open--;
        idle.remove(connection);
        connectForWaiting();
    }

    private void dispatch(QueuedRequest queued) {
        ClientConnection connection = idle.poll();
        if (connection != null) {
            connection.send(queued.request, queued.body);
        } else {
            waiting.add(queued);
            connectForWaiting();
        }
    }

    private void connectForWaiting() {
        if (open < maxConnections && !waiting.isEmpty() && !eventLoop.isShuttingDown()) {
            open++;
            bootstrap
                    .connect(target.address())
                    .addListener((ChannelFuture connecting) -> runInEventLoop(() -> connected(connecting)));
        }
    }

    /** Netty notifies the listener on another thread if it cannot create the socket. */
    private void runInEventLoop(Runnable task) {
        if (eventLoop.inEventLoop()) {
            task.run();
        } else if (!eventLoop.isShuttingDown()) {
            eventLoop.execute(task);
        }
    }

    private void connected(ChannelFuture connecting) {
        if (!connecting.isSuccess()) {
            open--;
            connectFailed(connecting.cause());
        }
    }

    /** Fails one request for each failed connection, so that all waiting requests end if no connection is possible. */
    private void connectFailed(Throwable cause) {
        QueuedRequest next = poll();
        if (next != null) {
            next.request.failed(ConnectFailure.reason(cause));
        }
        connectForWaiting();
    }

    /** Removes the next waiting request that has not timed out. */
    private @Nullable QueuedRequest poll() {
        QueuedRequest next = waiting.poll();
        while (next != null && next.request.ended()) {
            next = waiting.poll();
        }
        return next;
    }

    private record QueuedRequest(ResponseHandler request, byte[] body) {}

    private final class ClientInitializer extends ChannelInitializer<SocketChannel> {

        @Override
        protected void initChannel(SocketChannel channel) {
            channel.pipeline().addLast(new HttpClientCodec(), new ClientConnection(ConnectionPool.this, target));
        }
    }
}
