package io.concor.console;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.filter.OncePerRequestFilter;

/** Adds the {@link ConsoleHeaders} that protect the page with Spring MVC, also if a later filter rejects the request. */
final class ConsoleHeadersFilter extends OncePerRequestFilter {

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        ConsoleHeaders.protection().forEach(response::setHeader);
        chain.doFilter(request, response);
    }
}
