package io.concor.autoconfigure.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.authentication.www.BasicAuthenticationEntryPoint;

/** Answers 429 after too many failed log-ins, and otherwise asks for a user name and a password. Thread-safe. */
final class LoginEntryPoint implements AuthenticationEntryPoint {

    private final BasicAuthenticationEntryPoint basic = new BasicAuthenticationEntryPoint();

    LoginEntryPoint() {
        basic.setRealmName("management");
    }

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException refused)
            throws IOException {
        if (refused instanceof TooManyFailedLoginsException tooMany) {
            response.setHeader(
                    HttpHeaders.RETRY_AFTER, Long.toString(tooMany.retryAfter().toSeconds()));
            response.sendError(HttpStatus.TOO_MANY_REQUESTS.value());
        } else {
            basic.commence(request, response, refused);
        }
    }
}
