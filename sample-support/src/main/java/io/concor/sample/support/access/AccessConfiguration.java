package io.concor.sample.support.access;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest.EndpointRequestMatcher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.config.annotation.authentication.configuration.AuthenticationConfiguration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.CsrfConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.DefaultSecurityFilterChain;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.context.SecurityContextRepository;
import org.springframework.security.web.csrf.CsrfFilter;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.AndRequestMatcher;
import org.springframework.security.web.util.matcher.DispatcherTypeRequestMatcher;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestHeaderRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * Access control for the management endpoints: the user {@code viewer} reads, the user {@code operator} reads and
 * changes. All other requests of the application stay open. Set up by {@code access.*}; for an {@code @Import} on a
 * configuration of the application.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication
@EnableConfigurationProperties(AccessProperties.class)
public class AccessConfiguration {

    private static final String VIEWER = "VIEWER";
    private static final String OPERATOR = "OPERATOR";

    /** Open to liveness checks. The details need a role: {@code management.endpoint.health.roles}. */
    private static final EndpointRequestMatcher HEALTH = EndpointRequest.to("health");

    /** The audit events are the operator's: users type a password as their name by mistake. */
    private static final EndpointRequestMatcher VIEWED =
            EndpointRequest.toAnyEndpoint().excluding("auditevents");

    /**
     * A browser adds a remembered password to every request that a page makes, so a change from a browser needs a CSRF
     * token as well. Every browser sends one of these headers with a change; curl and other programs send neither and
     * need no token.
     */
    private static final RequestMatcher CHANGES_FROM_BROWSERS = new AndRequestMatcher(
            CsrfFilter.DEFAULT_CSRF_MATCHER,
            new OrRequestMatcher(
                    new RequestHeaderRequestMatcher("Origin"), new RequestHeaderRequestMatcher("Sec-Fetch-Site")));

    /** Answers 404 to clients, on both ports: without an error to describe, the page would have the status 999. */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    SecurityFilterChain errorPage(@Value("${spring.web.error.path:/error}") String path) {
        return new DefaultSecurityFilterChain(
                new AndRequestMatcher(
                        new DispatcherTypeRequestMatcher(DispatcherType.REQUEST),
                        PathPatternRequestMatcher.pathPattern(path)),
                AccessConfiguration::answerNotFound);
    }

    private static void answerNotFound(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException {
        ((HttpServletResponse) response).sendError(HttpServletResponse.SC_NOT_FOUND);
    }

    @Bean
    @ConditionalOnBooleanProperty("access.guarded")
    SecurityFilterChain guarded(HttpSecurity http, AuthenticationConfiguration authentication) {
        SecurityContextRepository sessions = new BrowserSessions();
        return endpoints(http)
                .authenticationManager(limited(authentication.getAuthenticationManager()))
                .securityContext(contexts -> contexts.securityContextRepository(sessions))
                .authorizeHttpRequests(requests -> requests.requestMatchers(EndpointRequests.reading(HEALTH))
                        .permitAll()
                        .requestMatchers(EndpointRequests.reading(VIEWED))
                        .hasAnyRole(VIEWER, OPERATOR)
                        .anyRequest()
                        .hasRole(OPERATOR))
                .httpBasic(login ->
                        login.authenticationEntryPoint(new LoginEntryPoint()).securityContextRepository(sessions))
                .build();
    }

    private static AuthenticationManager limited(AuthenticationManager passwords) {
        return new LimitedAuthenticationManager(passwords, new FailedLoginLog(afterAMinute()), System::nanoTime);
    }

    /** The JDK has one thread for all delays. It starts here: Tomcat would report one that a request starts as a leak. */
    private static Executor afterAMinute() {
        CompletableFuture.delayedExecutor(0, TimeUnit.SECONDS).execute(() -> {});
        return CompletableFuture.delayedExecutor(1, TimeUnit.MINUTES);
    }

    @Bean
    @ConditionalOnBooleanProperty(name = "access.guarded", havingValue = false)
    SecurityFilterChain open(HttpSecurity http) {
        return endpoints(http)
                .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                .build();
    }

    private static HttpSecurity endpoints(HttpSecurity http) {
        return http.securityMatcher(EndpointRequests.all())
                .csrf(AccessConfiguration::tokenForBrowsers)
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS));
    }

    private static void tokenForBrowsers(CsrfConfigurer<HttpSecurity> csrf) {
        csrf.spa().requireCsrfProtectionMatcher(CHANGES_FROM_BROWSERS);
    }

    /** Only finds users: Spring Security would replace their hashes, and fail for a password beyond the limit of bcrypt. */
    @Bean
    UserDetailsService users(AccessProperties access) {
        return new InMemoryUserDetailsManager(access.guarded() ? configured(access) : List.of())::loadUserByUsername;
    }

    private static List<UserDetails> configured(AccessProperties access) {
        return List.of(
                user("operator", access.operatorPassword(), OPERATOR), user("viewer", access.viewerPassword(), VIEWER));
    }

    private static UserDetails user(String name, @Nullable String password, String role) {
        String hash = PasswordRules.hashed(Objects.requireNonNull(password));
        return User.withUsername(name).password(hash).roles(role).build();
    }

    @Bean
    AuditEventRepository auditEvents() {
        return new AccessAuditRepository();
    }
}
