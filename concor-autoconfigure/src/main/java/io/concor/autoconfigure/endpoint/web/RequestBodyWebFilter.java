package io.concor.autoconfigure.endpoint.web;

import io.concor.InvalidSettingException;
import io.concor.autoconfigure.endpoint.PathVariableCheck;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebInputException;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import org.springframework.web.util.pattern.PathPattern;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks requests to Concor's endpoints over Spring WebFlux, after filters with an order, such as Spring Security's. It
 * does the work of {@link RequestBodyFilter}, {@link PathVariableCheck} and
 * {@link RejectedRequestExceptionResolver}, because an operation runs on a thread without access to the request.
 * Thread-safe.
 */
final class RequestBodyWebFilter implements WebFilter {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final List<PathPattern> operations;
    private final UnsupportedRequest unsupported;
    private final Duration bodyTime;

    /**
     * @param operations the paths of Concor's operations
     * @param unsupported explains requests for which there is no operation
     * @param bodyTime within which a body must arrive
     */
    RequestBodyWebFilter(List<PathPattern> operations, UnsupportedRequest unsupported, Duration bodyTime) {
        this.operations = operations;
        this.unsupported = unsupported;
        this.bodyTime = bodyTime;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        PathContainer path = exchange.getRequest().getPath().pathWithinApplication();
        return operations.stream()
                .map(operation -> operation.matchAndExtract(path))
                .filter(Objects::nonNull)
                .findFirst()
                .map(matched -> check(exchange, chain, matched.getUriVariables()))
                .orElseGet(() -> chain.filter(exchange));
    }

    private Mono<Void> check(ServerWebExchange exchange, WebFilterChain chain, Map<String, String> path) {
        ServerHttpRequest request = exchange.getRequest();
        exchange.getResponse().beforeCommit(() -> retryAfter(exchange.getResponse()));
        return body(request)
                .doOnNext(body -> requireUnchanged(path, request, body))
                .flatMap(body -> chain.filter(
                        exchange.mutate().request(cached(exchange, body)).build()))
                .onErrorMap(InvalidSettingException.class, RejectedRequestException::of)
                .onErrorMap(ServerWebInputException.class, RequestBodyWebFilter::unreadable)
                .onErrorMap(failure -> explained(failure, request))
                .onErrorResume(RejectedRequestException.class, rejected -> respond(rejected, exchange.getResponse()));
    }

    private static Mono<Void> retryAfter(ServerHttpResponse response) {
        return Mono.fromRunnable(() -> Optional.ofNullable(response.getStatusCode())
                .flatMap(status -> RetryAfter.of(status.value()))
                .ifPresent(seconds -> response.getHeaders().set(HttpHeaders.RETRY_AFTER, seconds)));
    }

    private static CachedBodyServerRequest cached(ServerWebExchange exchange, byte[] body) {
        ServerHttpRequest request = exchange.getRequest();
        boolean declareAsJson = RequestBodyRules.isEmptyPostFromNonBrowser(
                request.getMethod().name(), body, request.getHeaders()::getFirst);
        return new CachedBodyServerRequest(
                declareAsJson ? declaredAsJson(request) : request, body, exchange.getResponse());
    }

    private static ServerHttpRequest declaredAsJson(ServerHttpRequest request) {
        return request.mutate()
                .header(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON_VALUE)
                .build();
    }

    private Mono<byte[]> body(ServerHttpRequest request) {
        HttpHeaders headers = request.getHeaders();
        return Mono.defer(() -> {
                    RequestBodyRules.requireReadable(
                            headers.getFirst(HttpHeaders.CONTENT_TYPE), headers.getContentLength());
                    return DataBufferUtils.join(request.getBody(), RequestBodyRules.MAX_BYTES);
                })
                .timeout(bodyTime)
                .map(RequestBodyWebFilter::bytes)
                .onErrorMap(TimeoutException.class, tooSlow -> RequestBodyRules.tooSlow(bodyTime))
                .onErrorMap(DataBufferLimitException.class, tooMuch -> RequestBodyRules.tooLarge())
                .defaultIfEmpty(new byte[0]);
    }

    private static byte[] bytes(DataBuffer buffer) {
        byte[] bytes = new byte[buffer.readableByteCount()];
        buffer.read(bytes);
        DataBufferUtils.release(buffer);
        return bytes;
    }

    private static void requireUnchanged(Map<String, String> path, ServerHttpRequest request, byte[] body) {
        Map<String, String> query = request.getQueryParams().toSingleValueMap();
        query.forEach(RequestBodyWebFilter::requireValue);
        Map<String, String> named = RequestBodyRules.requireUnambiguousFields(body, query.keySet());
        RequestBodyRules.requireEmptyDeleteBody(request.getMethod().name(), body, named.keySet());
        Map<String, String> given = new LinkedHashMap<>(named);
        given.putAll(query);
        PathVariableCheck.requireSame(path, given);
    }

    /** Spring WebFlux reads {@code ?dryRun} as null, which the operation would take for an absent parameter. */
    private static void requireValue(String name, @Nullable String value) {
        if (value == null) {
            throw RequestBodyRules.withoutValue(name, "it has no value in the query");
        }
    }

    private static RejectedRequestException unreadable(ServerWebInputException failed) {
        Throwable cause = failed;
        while (cause != null && !(cause instanceof JacksonException)) {
            cause = cause.getCause();
        }
        return RequestBodyRules.unreadable(cause);
    }

    private Throwable explained(Throwable failure, ServerHttpRequest request) {
        RejectedRequestException rejected = unsupported.explain(
                failure, request.getMethod().name(), request.getPath().value(), request.getHeaders()::getFirst);
        return rejected == null ? failure : rejected;
    }

    private static Mono<Void> respond(RejectedRequestException rejected, ServerHttpResponse response) {
        response.setStatusCode(rejected.status());
        rejected.headers().forEach(response.getHeaders()::set);
        response.getHeaders().setContentType(MediaType.APPLICATION_JSON);
        return response.writeWith(
                Mono.fromSupplier(() -> response.bufferFactory().wrap(JSON.writeValueAsBytes(rejected.body()))));
    }

    /** A request whose body has been read. */
    private static final class CachedBodyServerRequest extends ServerHttpRequestDecorator {

        private final Flux<DataBuffer> body;

        CachedBodyServerRequest(ServerHttpRequest request, byte[] body, ServerHttpResponse response) {
            super(request);
            this.body = body.length == 0
                    ? Flux.empty()
                    : Flux.defer(() -> Flux.just(response.bufferFactory().wrap(body)));
        }

        @Override
        public Flux<DataBuffer> getBody() {
            return body;
        }
    }
}
