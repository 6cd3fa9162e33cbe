package io.concor.simulator.http;

import io.concor.simulator.load.Answers;
import io.concor.simulator.load.Exchange;
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
final class Lane {

    private static final int CONNECT_TIMEOUT_MILLIS = 5000;

    private final EventLoop thread;
    private final Target target;
    private final int limit;
    private final Answers answers;
    private final Bootstrap bootstrap = new Bootstrap();
    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private final Deque<Connection> idle = new ArrayDeque<>();
    private int open;

    Lane(EventLoop thread, Target target, int limit, Answers answers) {
        this.thread = thread;
        this.target = target;
        this.limit = limit;
        this.answers = answers;
        bootstrap
                .group(thread)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
                .handler(new Pipeline());
    }

    void send(Exchange exchange, byte[] body) {
        thread.execute(() -> dispatch(new Waiting(exchange, body)));
    }

    /** The connection is open, or has its answer: it takes the next request, or rests. */
    void free(Connection connection) {
        Waiting next = next();
        if (next == null) {
            idle.push(connection);
        } else {
            connection.send(next.exchange, next.body);
        }
    }

    void closed(Connection connection) {
        open--;
        idle.remove(connection);
        connectForWaiting();
    }

    private void dispatch(Waiting request) {
        Connection connection = idle.poll();
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
        Waiting next = next();
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

    private @Nullable Waiting next() {
        Waiting next = waiting.poll();
        while (next != null && next.exchange.ended()) {
            next = waiting.poll();
        }
        return next;
    }

    private record Waiting(Exchange exchange, byte[] body) {}

    private final class Pipeline extends ChannelInitializer<SocketChannel> {

        @Override
        protected void initChannel(SocketChannel channel) {
            channel.pipeline().addLast(new HttpClientCodec(), new Connection(Lane.this, target, answers));
        }
    }
}
