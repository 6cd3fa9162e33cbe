package io.concor.autoconfigure.endpoint;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;

/** Authenticates each request, as a security filter does. */
final class AuthenticatingFilter extends HttpFilter {

    private static final long serialVersionUID = 1L;

    private final String name;

    AuthenticatingFilter(String name) {
        this.name = name;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        chain.doFilter(
                new HttpServletRequestWrapper(request) {
                    @Override
                    public Principal getUserPrincipal() {
                        return () -> name;
                    }
                },
                response);
    }
}
