package io.concor.simulator.http;

import io.concor.simulator.load.Answers;
import io.concor.simulator.load.Client;
import io.concor.simulator.load.Exchange;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A client over HTTP/1.1 with kept connections, one request at a time on each; requests wait for a free one in order.
 */
public final class NettyClient implements Client {

    private final EventLoopGroup threads;
    private final List<Lane> lanes = new ArrayList<>();
    private int next;

    /**
     * A client; it connects when there is something to send.
     *
     * @param target where requests go
     * @param connections at most; a multiple of the threads
     * @param threadCount threads that connections and requests are shared out to evenly
     * @param answers learns what became of each request
     */
    public NettyClient(Target target, int connections, int threadCount, Answers answers) {
        threads = new MultiThreadIoEventLoopGroup(threadCount, NioIoHandler.newFactory());
        for (int i = 0; i < threadCount; i++) {
            lanes.add(new Lane(threads.next(), target, connections / threadCount, answers));
        }
    }

    /** Called by one thread. */
    @Override
    public void send(Exchange exchange, byte[] body) {
        lanes.get(next).send(exchange, body);
        next = (next + 1) % lanes.size();
    }

    @Override
    public void close() {
        threads.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
