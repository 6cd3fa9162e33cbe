package io.concor.console;

import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import org.springframework.web.util.pattern.PathPattern;
import reactor.core.publisher.Mono;

/** Adds the {@link ConsoleHeaders} with Spring WebFlux. */
final class ConsoleHeadersWebFilter implements WebFilter {

    private final ConsoleFiles files;
    private final PathPattern paths;

    /** @param paths those of the page and its files */
    ConsoleHeadersWebFilter(ConsoleFiles files, PathPattern paths) {
        this.files = files;
        this.paths = paths;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        if (paths.matches(exchange.getRequest().getPath().pathWithinApplication())) {
            HttpHeaders headers = exchange.getResponse().getHeaders();
            ConsoleHeaders.protection().forEach(headers::set);
            headers.set(
                    ConsoleHeaders.CACHE_CONTROL,
                    ConsoleHeaders.cacheControl(
                            files.isAsset(exchange.getRequest().getPath().value())));
        }
        return chain.filter(exchange);
    }
}
