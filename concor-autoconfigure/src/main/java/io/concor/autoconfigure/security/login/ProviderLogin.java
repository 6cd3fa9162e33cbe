package io.concor.autoconfigure.security.login;

import java.util.Map;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.util.matcher.RequestMatcher;

/** A log-in at a provider. Free of its library, which an application need not have. */
public interface ProviderLogin {

    /** Adds the log-in to a filter chain. */
    void addTo(HttpSecurity http, LoginPaths paths);

    /** Matches requests with which a provider sends a browser back after a log-in that began here. */
    RequestMatcher answers();

    /** Returns the names that browsers show, by the paths on which log-ins begin. */
    Map<String, String> links(LoginPaths paths);
}
