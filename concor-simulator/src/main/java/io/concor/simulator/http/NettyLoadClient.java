package io.concor.simulator.http;

import io.concor.simulator.load.LoadClient;
import io.concor.simulator.load.LoadRequest;
import io.concor.simulator.load.ResponseHandler;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A client over HTTP/1.1 with kept connections, one request at a time on each; requests wait for a free one in order.
 */
public final class NettyLoadClient implements LoadClient {

    private final EventLoopGroup threads;
    private final List<ConnectionPool> lanes = new ArrayList<>();
    private int next;

    /**
     * A client; it connects when there is something to send.
     *
     * @param target where requests go
     * @param connections at most; a multiple of the threads
     * @param threadCount threads that connections and requests are shared out to evenly
     * @param answers learns what became of each request
     */
    public NettyLoadClient(RequestTarget target, int connections, int threadCount, ResponseHandler answers) {
        threads = new MultiThreadIoEventLoopGroup(threadCount, NioIoHandler.newFactory());
        for (int i = 0; i < threadCount; i++) {
            lanes.add(new ConnectionPool(threads.next(), target, connections / threadCount, answers));
        }
    }

    /** Called by one thread. */
    @Override
    public void send(LoadRequest exchange, byte[] body) {
        lanes.get(next).send(exchange, body);
        next = (next + 1) % lanes.size();
    }

    @Override
    public void close() {
        threads.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
