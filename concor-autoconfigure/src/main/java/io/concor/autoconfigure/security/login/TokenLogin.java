package io.concor.autoconfigure.security.login;

import org.springframework.security.config.annotation.web.builders.HttpSecurity;

/** A log-in with a token in the header of each request. Free of its library, which an application need not have. */
public interface TokenLogin {

    /** Adds the log-in to a filter chain. */
    void addTo(HttpSecurity http);
}
