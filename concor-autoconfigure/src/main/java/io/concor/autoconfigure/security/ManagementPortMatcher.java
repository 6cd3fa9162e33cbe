package io.concor.autoconfigure.security;

import jakarta.servlet.http.HttpServletRequest;
import java.util.function.Supplier;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.security.web.servlet.ApplicationContextRequestMatcher;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.web.context.WebApplicationContext;

/** Matches requests on the port of the management endpoints only: both ports have the same filter chains. */
final class ManagementPortMatcher extends ApplicationContextRequestMatcher<WebApplicationContext> {

    private final RequestMatcher matcher;

    /** @param matcher matches requests on any port */
    ManagementPortMatcher(RequestMatcher matcher) {
        super(WebApplicationContext.class);
        this.matcher = matcher;
    }

    @Override
    protected boolean ignoreApplicationContext(WebApplicationContext context) {
        return ManagementPortType.get(context.getEnvironment()) == ManagementPortType.DIFFERENT
                && !WebServerApplicationContext.hasServerNamespace(context, "management");
    }

    @Override
    protected boolean matches(HttpServletRequest request, Supplier<WebApplicationContext> context) {
        return matcher.matches(request);
    }
}
