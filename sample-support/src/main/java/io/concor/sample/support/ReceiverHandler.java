package io.concor.sample.support;

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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands messages to the inbox of a receiver and answers. For an event loop of one thread. */
@Sharable
final class ReceiverHandler extends SimpleChannelInboundHandler<FullHttpRequest> {

    private static final Logger LOG = LoggerFactory.getLogger(ReceiverHandler.class);

    private final ReceiverInbox inbox;

    ReceiverHandler(ReceiverInbox inbox) {
        this.inbox = inbox;
    }

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

    /** Logs at debug level only: clients may close their connections at any time. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
        LOG.debug("Connection {} failed and is closed", context.channel(), failure);
        context.close();
    }

    private FullHttpResponse answer(FullHttpRequest request) {
        if (request.method().equals(HttpMethod.GET) && request.uri().equals("/received")) {
            return response(OK, inbox.received());
        }
        boolean accepted = request.method().equals(HttpMethod.POST)
                && inbox.accept(request.uri(), request.content().toString(StandardCharsets.UTF_8));
        return response(accepted ? OK : NOT_FOUND, "{}");
    }

    private static FullHttpResponse response(HttpResponseStatus status, String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        var response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(bytes));
        response.headers().set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON);
        HttpUtil.setContentLength(response, bytes.length);
        return response;
    }
}
