package io.concor.console;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.filter.OncePerRequestFilter;

/** Adds the {@link ConsoleHeaders} with Spring MVC. */
final class ConsoleHeadersFilter extends OncePerRequestFilter {

    private final ConsoleFiles files;

    ConsoleHeadersFilter(ConsoleFiles files) {
        this.files = files;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        ConsoleHeaders.of(files.isAsset(request.getRequestURI())).forEach(response::setHeader);
        chain.doFilter(request, response);
    }
}
