package io.concor.autoconfigure.security.login;

import io.concor.text.Sentence;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.HtmlUtils;

/** Shows a page with a button that logs out: the log-out itself is a POST with a CSRF token. Thread-safe. */
final class LogoutPage extends OncePerRequestFilter {

    private static final String PAGE = """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><title>Log out</title><link href="%s/default-ui.css" rel="stylesheet"></head>
            <body><div class="content"><form class="logout-form" method="post" action="%s">%s
            <button type="submit" class="primary">Log out</button></form></div></body>
            </html>
            """;
    private static final String INPUT = "<input type=\"hidden\" name=\"%s\" value=\"%s\">";

    private final String path;
    private final RequestMatcher shown;

    /** @param path the path of the page, which is that of the log-out */
    LogoutPage(String path) {
        this.path = path;
        this.shown = PathPatternRequestMatcher.pathPattern(HttpMethod.GET, path);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!shown.matches(request)) {
            chain.doFilter(request, response);
            return;
        }
        response.setContentType(MediaType.TEXT_HTML_VALUE);
        response.setCharacterEncoding(StandardCharsets.UTF_8);
        response.getWriter().write(page(request.getContextPath(), BrowserTokens.fields(request)));
    }

    private String page(String contextPath, Map<String, String> fields) {
        String inputs = fields.entrySet().stream()
                .map(field -> Sentence.of(
                        INPUT, HtmlUtils.htmlEscape(field.getKey()), HtmlUtils.htmlEscape(field.getValue())))
                .collect(Collectors.joining());
        String context = HtmlUtils.htmlEscape(contextPath);
        return Sentence.of(PAGE, context, context + HtmlUtils.htmlEscape(path), inputs);
    }
}
