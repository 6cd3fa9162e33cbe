package io.concor.queueserver.security;

import io.concor.autoconfigure.security.password.RefusedLoginException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import tools.jackson.databind.json.JsonMapper;

/** Answers requests of callers that are not known, or may not do what they ask for. Thread-safe. */
final class SecurityProblems implements AuthenticationEntryPoint, AccessDeniedHandler {

    private final JsonMapper json;
    private final List<String> challenges;

    /** @param challenges how a caller may say who it is */
    SecurityProblems(JsonMapper json, List<String> challenges) {
        this.json = json;
        this.challenges = challenges;
    }

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException refused)
            throws IOException {
        if (refused instanceof RefusedLoginException unchecked) {
            response.setHeader(
                    HttpHeaders.RETRY_AFTER,
                    Long.toString(unchecked.retryAfter().toSeconds()));
            write(response, unchecked.status(), String.valueOf(unchecked.getMessage()));
            return;
        }
        challenges.forEach(challenge -> response.addHeader(HttpHeaders.WWW_AUTHENTICATE, challenge));
        write(response, HttpStatus.UNAUTHORIZED, "Send a name and a password, or a token, that the server knows.");
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException refused)
            throws IOException {
        write(response, HttpStatus.FORBIDDEN, "This is not allowed to you, or to a page in a browser.");
    }

    private void write(HttpServletResponse response, HttpStatus status, String reason) throws IOException {
        response.setStatus(status.value());
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.getOutputStream().write(json.writeValueAsBytes(ProblemDetail.forStatusAndDetail(status, reason)));
    }
}
