package io.concor.autoconfigure.security;

import io.concor.autoconfigure.properties.ConcorProperties;
import jakarta.servlet.DispatcherType;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.authentication.configuration.AuthenticationConfiguration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.web.SecurityFilterChain;

/**
 * Auto-configuration of the access to the management endpoints of a servlet application with Spring Security. Backs off
 * from each bean that the application defines: its users, its repository of audit events, its rules for other requests,
 * and a {@code SecurityFilterChain} named {@code concorEndpointSecurity} in place of the one for the endpoints.
 */
@AutoConfiguration(
        before = {
            ManagementWebSecurityAutoConfiguration.class,
            ServletWebSecurityAutoConfiguration.class,
            UserDetailsServiceAutoConfiguration.class
        })
@ConditionalOnClass({SecurityFilterChain.class, HttpSecurity.class, EndpointRequest.class})
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnBooleanProperty("concor.security.enabled")
@EnableConfigurationProperties(ConcorProperties.class)
public final class ConcorSecurityAutoConfiguration {

    ConcorSecurityAutoConfiguration() {}

    /**
     * The chain for the endpoints makes Boot's own back off, which protects all requests: here is its replacement. Nested,
     * because a nested class comes before the beans around it, one of which is a filter chain as well.
     */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(
            name = "concor.security.other-requests",
            havingValue = "authenticated",
            matchIfMissing = true)
    @ConditionalOnMissingBean(SecurityFilterChain.class)
    static class OtherRequestsConfiguration {

        OtherRequestsConfiguration() {}

        @Bean
        @Order(SecurityFilterProperties.BASIC_AUTH_ORDER)
        SecurityFilterChain concorOtherRequestsSecurity(HttpSecurity http, LimitedLogins logins) {
            return http.authenticationManager(logins.manager())
                    .authorizeHttpRequests(requests -> requests.dispatcherTypeMatchers(DispatcherType.ERROR)
                            .permitAll()
                            .anyRequest()
                            .authenticated())
                    .formLogin(Customizer.withDefaults())
                    .httpBasic(basic -> basic.authenticationEntryPoint(new LoginEntryPoint()))
                    .build();
        }
    }

    @Bean
    @ConditionalOnMissingBean({UserDetailsService.class, AuthenticationManager.class, AuthenticationProvider.class})
    UserDetailsService concorUsers(ConcorProperties properties) {
        return properties.security().passwordRequired()
                ? ConfiguredUsers.required(properties.security())
                : ConfiguredUsers.none();
    }

    @Bean
    LimitedLogins concorLimitedLogins(AuthenticationConfiguration authentication) {
        return LimitedLogins.of(authentication);
    }

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    SecurityFilterChain concorErrorPageSecurity(@Value("${spring.web.error.path:/error}") String path) {
        return ErrorPageChain.at(path);
    }

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE + 10)
    @ConditionalOnMissingBean(name = "concorEndpointSecurity")
    SecurityFilterChain concorEndpointSecurity(HttpSecurity http, ConcorProperties properties, LimitedLogins logins) {
        HttpSecurity endpoints = http.securityMatcher(EndpointRequests.all())
                .csrf(BrowserTokens::require)
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS));
        return (properties.security().passwordRequired() ? guarded(endpoints, logins) : open(endpoints)).build();
    }

    private static HttpSecurity guarded(HttpSecurity endpoints, LimitedLogins logins) {
        BrowserSessions sessions = new BrowserSessions();
        return endpoints
                .authenticationManager(logins.manager())
                .securityContext(contexts -> contexts.securityContextRepository(sessions))
                .authorizeHttpRequests(EndpointRules::apply)
                .httpBasic(basic ->
                        basic.authenticationEntryPoint(new LoginEntryPoint()).securityContextRepository(sessions));
    }

    private static HttpSecurity open(HttpSecurity endpoints) {
        return endpoints.authorizeHttpRequests(requests -> requests.anyRequest().permitAll());
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(AuditEventRepository.class)
    static class AuditConfiguration {

        AuditConfiguration() {}

        @Bean
        @ConditionalOnMissingBean
        AuditEventRepository concorAuditEvents() {
            return new AccessAuditRepository();
        }
    }
}
