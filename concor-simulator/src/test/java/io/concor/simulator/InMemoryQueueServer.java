package io.concor.simulator;

import static io.netty.handler.codec.http.HttpVersion.HTTP_1_1;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server of {@link InMemoryQueues} over HTTP, on one thread. Answers with status 401 to names without the password. */
final class InMemoryQueueServer implements AutoCloseable {

    static final String PASSWORD = "a password: \u00fc";

    private static final int MAX_BODY_BYTES = 16 * 1024 * 1024;
    private static final JsonMapper JSON = JsonMapper.shared();

    private final EventLoopGroup threads = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final ChannelGroup connections = new DefaultChannelGroup(threads.next());
    private final Map<String, AtomicInteger> requests = new ConcurrentHashMap<>();
    private final LongAdder opened = new LongAdder();
    private final InMemoryQueues queues;
    private final Channel channel;
    private volatile BiFunction<String, Integer, Fault> faults = (call, number) -> Fault.NONE;

    /** What goes wrong with a request. */
    enum Fault {
        NONE,
        /** It is done, and the connection is closed without an answer. */
        ANSWER_LOST,
        /** It is done, and there is no answer. */
        SILENT,
        /** It is not done, and may be sent again. */
        UNAVAILABLE,
        /** It is done, and the server closes the connection after its answer. */
        CLOSED_AFTERWARDS,
        /** It is not done, without a reason that a client may understand. */
        FAILED,
        /** It is not done, because it is wrong. */
        REFUSED,
        /** It is not done, because of the state of the server. */
        CONFLICT
    }

    private record Reply(int status, @Nullable Object body) {}

    InMemoryQueueServer(InMemoryQueues queues) {
        this.queues = queues;
        channel = new ServerBootstrap()
                .group(threads)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ServerInitializer())
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .syncUninterruptibly()
                .channel();
    }

    String url() {
        return "http://localhost:" + ((InetSocketAddress) channel.localAddress()).getPort();
    }

    /** Sets faults by the call ({@code register}, {@code create}, {@code send}...) and its number, from 1. */
    InMemoryQueueServer failing(BiFunction<String, Integer, Fault> newFaults) {
        faults = newFaults;
        return this;
    }

    /** Returns the number of requests of a call. */
    int requests(String call) {
        return requests.computeIfAbsent(call, any -> new AtomicInteger()).get();
    }

    /** Returns the number of connections opened so far. */
    long connections() {
        return opened.sum();
    }

    @Override
    public void close() {
        channel.close().syncUninterruptibly();
        connections.close().syncUninterruptibly();
        threads.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private Reply reply(String call, String client, String[] path, FullHttpRequest request) {
        JsonNode body = request.content().isReadable()
                ? JSON.readTree(request.content().toString(StandardCharsets.UTF_8))
                : JSON.createObjectNode();
        Map<String, List<String>> query = new QueryStringDecoder(request.uri()).parameters();
        return switch (call) {
            case "register" -> new Reply(queues.register(client) ? 201 : 200, Map.of("name", client));
            case "create" -> new Reply(queues.create(body.get("name").asString()) ? 201 : 409, Map.of());
            case "list" -> new Reply(200, Map.of("queues", queues.waiting(client)));
            case "peek" -> new Reply(queues.exists(path[2]) ? 204 : 404, null);
            case "send" -> send(client, path[2], body);
            case "receive" -> receive(client, path[2], query);
            default -> end(path[2], path[4], query);
        };
    }

    private Reply send(String client, String queue, JsonNode body) {
        String id = body.get("id").asString();
        var message = new QueuedMessage(
                id, client, body.get("to").asString(), body.get("content").asString());
        boolean isAccepted = queues.exists(queue) && queues.send(queue, message);
        return isAccepted ? new Reply(201, Map.of("id", id)) : new Reply(404, Map.of("detail", "unknown"));
    }

    private Reply receive(String client, String queue, Map<String, List<String>> query) {
        boolean isLeased = query.containsKey("ack");
        QueuedMessage message = isLeased
                ? queues.lease(queue, client, lease(query.get("lease").get(0)))
                : queues.receive(queue, client);
        if (message == null) {
            return new Reply(204, null);
        }
        Map<String, Object> fields = new java.util.HashMap<>(Map.of(
                "id", message.id,
                "from", message.from,
                "to", message.to,
                "sentAt", "2026-01-01T00:00:00Z",
                "content", message.content,
                "more", List.of(Map.of("id", "another id"))));
        if (isLeased) {
            fields.put("receipt", queues.lastReceipt());
        }
        return new Reply(200, fields);
    }

    private static Duration lease(String text) {
        return Duration.ofMillis(Long.parseLong(text.replace("ms", "")));
    }

    private Reply end(String queue, String id, Map<String, List<String>> query) {
        return new Reply(queues.end(queue, id, query.get("receipt").get(0)) ? 204 : 409, null);
    }

    private static String call(String method, String[] path) {
        String last = path[path.length - 1];
        return switch (method) {
            case "DELETE" -> "end";
            case "GET" -> path.length == 2 ? "list" : "peek";
            default ->
                switch (last) {
                    case "clients" -> "register";
                    case "queues" -> "create";
                    case "messages" -> "send";
                    default -> "receive";
                };
        };
    }

    /** Returns the name of the client, or null if the password is wrong. */
    private static @Nullable String client(FullHttpRequest request) {
        String header = request.headers().get("Authorization", "Basic Og==");
        String login =
                new String(Base64.getDecoder().decode(header.substring("Basic ".length())), StandardCharsets.UTF_8);
        String[] parts = login.split(":", 2);
        return parts[1].equals(PASSWORD) ? parts[0] : null;
    }

    private final class ServerInitializer extends ChannelInitializer<SocketChannel> {
        @Override
        protected void initChannel(SocketChannel connection) {
            opened.increment();
            connections.add(connection);
            connection
                    .pipeline()
                    .addLast(new HttpServerCodec(), new HttpObjectAggregator(MAX_BODY_BYTES), new Handler());
        }
    }

    private final class Handler extends SimpleChannelInboundHandler<FullHttpRequest> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            String[] path = new QueryStringDecoder(request.uri()).path().split("/");
            String call = call(request.method().name(), path);
            int number =
                    requests.computeIfAbsent(call, any -> new AtomicInteger()).incrementAndGet();
            String client = client(request);
            switch (faults.apply(call, number)) {
                case ANSWER_LOST -> {
                    reply(call, String.valueOf(client), path, request);
                    context.close();
                }
                case SILENT -> reply(call, String.valueOf(client), path, request);
                case UNAVAILABLE -> write(context, new Reply(503, null), "Retry-After", "0");
                case FAILED -> write(context, new Reply(500, null), "Server", "test");
                case CONFLICT -> write(context, new Reply(409, null), "Server", "test");
                case REFUSED -> write(context, new Reply(400, null), "Server", "test");
                case CLOSED_AFTERWARDS -> {
                    write(context, reply(call, String.valueOf(client), path, request), "Connection", "close");
                    context.close();
                }
                case NONE ->
                    write(
                            context,
                            client == null ? new Reply(401, null) : reply(call, client, path, request),
                            "Server",
                            "test");
            }
        }

        private static void write(ChannelHandlerContext context, Reply reply, String header, String value) {
            byte[] body = reply.body == null ? new byte[0] : JSON.writeValueAsBytes(reply.body);
            var response = new DefaultFullHttpResponse(
                    HTTP_1_1, HttpResponseStatus.valueOf(reply.status), Unpooled.wrappedBuffer(body));
            if (reply.status != 204) {
                HttpUtil.setContentLength(response, body.length);
            }
            response.headers().set(header, value);
            context.writeAndFlush(response);
        }
    }
}
