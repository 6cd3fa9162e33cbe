package io.concor.sample.ussd;

import static io.netty.handler.codec.http.HttpResponseStatus.NOT_FOUND;
import static io.netty.handler.codec.http.HttpResponseStatus.OK;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers 200 to {@code POST /replies} and counts the reply; {@code GET /received} tells the count and the last
 * replies. For one event loop of one thread.
 */
@Sharable
final class ReceiverHandler extends SimpleChannelInboundHandler<FullHttpRequest> {

    private static final Logger LOG = LoggerFactory.getLogger(ReceiverHandler.class);

    private static final int REMEMBERED = 10;

    private final Deque<String> last = new ArrayDeque<>();
    private long received;

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
        boolean keepAlive = HttpUtil.isKeepAlive(request);
        FullHttpResponse response = answer(request);
        HttpUtil.setKeepAlive(response, keepAlive);
        var written = context.writeAndFlush(response);
        if (!keepAlive) {
            written.addListener(ChannelFutureListener.CLOSE);
        }
    }

    /** A client that goes away is nothing to worry about here. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
        LOG.debug("Connection {} failed and is closed", context.channel(), failure);
        context.close();
    }

    private FullHttpResponse answer(FullHttpRequest request) {
        if (request.method().equals(HttpMethod.GET) && request.uri().equals("/received")) {
            return response(OK, "{\"received\":" + received + ",\"last\":[" + String.join(",", last) + "]}");
        }
        if (!request.method().equals(HttpMethod.POST) || !request.uri().equals("/replies")) {
            return response(NOT_FOUND, "{}");
        }
        remember(request.content().toString(StandardCharsets.UTF_8));
        return response(OK, "{}");
    }

    private void remember(String reply) {
        received++;
        last.addFirst(reply);
        if (last.size() > REMEMBERED) {
            last.removeLast();
        }
    }

    private static FullHttpResponse response(HttpResponseStatus status, String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        var response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(bytes));
        response.headers().set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON);
        HttpUtil.setContentLength(response, bytes.length);
        return response;
    }
}
