package io.concor.queueserver.security;

import io.concor.queueserver.QueueServerProperties;
import jakarta.servlet.DispatcherType;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.ProviderNotFoundException;
import org.springframework.security.config.annotation.authentication.builders.AuthenticationManagerBuilder;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.CsrfConfigurer;
import org.springframework.security.config.annotation.web.configurers.RequestCacheConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.util.matcher.RequestHeaderRequestMatcher;
import tools.jackson.databind.json.JsonMapper;

/**
 * Protects all that {@code concor.security} leaves, which protects the management endpoints, with the operators of the accounts. A
 * caller has no session and no token against forged requests: pages of browsers are refused instead.
 */
@Configuration(proxyBeanMethods = false)
class QueueSecurityConfiguration {

    /** One for each filter of each request costs more than the filters. */
    @Bean
    static SecurityObservationSettings withoutSecurityObservations() {
        return SecurityObservationSettings.noObservations();
    }

    @Bean
    Accounts queueAccounts(QueueServerProperties properties, ObjectProvider<JwtDecoder> tokens) {
        if (properties.users().isEmpty() && tokens.getIfAvailable() == null) {
            throw UnusableAccountException.none();
        }
        return new Accounts(properties);
    }

    @Bean
    @Order(SecurityFilterProperties.BASIC_AUTH_ORDER)
    SecurityFilterChain queueSecurity(
            HttpSecurity http,
            Accounts accounts,
            ObjectProvider<JwtDecoder> tokens,
            QueueServerProperties properties,
            JsonMapper json,
            ApplicationEventPublisher events) {
        JwtDecoder decoder = tokens.getIfAvailable();
        SecurityProblems problems = new SecurityProblems(json, challenges(decoder));
        http.getSharedObject(AuthenticationManagerBuilder.class)
                .authenticationEventPublisher(new FailedLoginEvents(events))
                .parentAuthenticationManager(QueueSecurityConfiguration::noFurtherAccounts);
        http.authenticationProvider(accounts)
                .csrf(CsrfConfigurer::disable)
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .requestCache(RequestCacheConfigurer::disable)
                .exceptionHandling(
                        errors -> errors.authenticationEntryPoint(problems).accessDeniedHandler(problems))
                .httpBasic(basic -> basic.authenticationEntryPoint(problems));
        if (decoder != null) {
            addTokens(http, decoder, properties, problems);
        }
        return http.authorizeHttpRequests(requests -> requests.dispatcherTypeMatchers(
                                DispatcherType.ASYNC, DispatcherType.ERROR) // decided before
                        .permitAll()
                        .requestMatchers(new RequestHeaderRequestMatcher(HttpHeaders.ORIGIN))
                        .denyAll()
                        .anyRequest()
                        .authenticated())
                .build();
    }

    /** Without this, a wrong password would be checked again with the accounts of the management endpoints. */
    private static Authentication noFurtherAccounts(Authentication login) {
        throw new ProviderNotFoundException("There are no further accounts");
    }

    private static List<String> challenges(@Nullable JwtDecoder decoder) {
        String basic = "Basic realm=\"queues\", charset=\"UTF-8\"";
        return decoder == null ? List.of(basic) : List.of(basic, "Bearer");
    }

    private static void addTokens(
            HttpSecurity http, JwtDecoder decoder, QueueServerProperties properties, SecurityProblems problems) {
        TokenClients clients = new TokenClients(properties.nameClaim(), properties.scope());
        http.oauth2ResourceServer(server -> server.authenticationEntryPoint(problems)
                .accessDeniedHandler(problems)
                .jwt(jwt -> jwt.decoder(decoder).jwtAuthenticationConverter(clients)));
    }
}
