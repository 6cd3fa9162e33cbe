package io.concor.autoconfigure.security;

import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.autoconfigure.properties.ConditionalOnEnabled;
import io.concor.autoconfigure.properties.section.SecuritySettings;
import io.concor.autoconfigure.security.login.BearerTokenLogin;
import io.concor.autoconfigure.security.login.BrowserTokens;
import io.concor.autoconfigure.security.login.LoginMethods;
import io.concor.autoconfigure.security.login.LoginPaths;
import io.concor.autoconfigure.security.login.OAuth2ProviderLogin;
import io.concor.autoconfigure.security.login.ProviderLogin;
import io.concor.autoconfigure.security.login.TokenLogin;
import io.concor.autoconfigure.security.password.ConfiguredUsers;
import io.concor.autoconfigure.security.password.FailedLoginLog;
import io.concor.autoconfigure.security.password.LimitedAuthenticationManager;
import jakarta.servlet.DispatcherType;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.servlet.ConfigurableServletWebServerFactory;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.config.annotation.authentication.configuration.AuthenticationConfiguration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.authority.mapping.GrantedAuthoritiesMapper;
import org.springframework.security.core.authority.mapping.NullAuthoritiesMapper;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.core.user.OAuth2UserAuthority;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.resource.web.authentication.BearerTokenAuthenticationFilter;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

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
        },
        beforeName = {
            "org.springframework.boot.security.oauth2.client.autoconfigure.servlet.OAuth2ClientWebSecurityAutoConfiguration",
            "org.springframework.boot.security.oauth2.server.resource.autoconfigure.web.OAuth2ResourceServerWebSecurityAutoConfiguration"
        },
        afterName = {
            "org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientAutoConfiguration",
            "org.springframework.boot.security.oauth2.server.resource.autoconfigure.OAuth2ResourceServerAutoConfiguration"
        })
@ConditionalOnClass({SecurityFilterChain.class, HttpSecurity.class, EndpointRequest.class})
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnEnabled(value = "concor.security.enabled", byDefault = false)
@EnableConfigurationProperties(ConcorProperties.class)
public final class ConcorSecurityAutoConfiguration {

    ConcorSecurityAutoConfiguration() {}

    /**
     * The chain for the endpoints makes Boot's own back off, which protects all requests: here is its replacement. Nested,
     * because a nested class comes before the beans around it, one of which is a filter chain as well.
     */
    @Configuration(proxyBeanMethods = false)
    @Conditional(OnGuardedOtherRequestsCondition.class)
    @ConditionalOnMissingBean(SecurityFilterChain.class)
    static class OtherRequestsConfiguration {

        @Bean
        @Order(SecurityFilterProperties.BASIC_AUTH_ORDER)
        SecurityFilterChain concorOtherRequestsSecurity(HttpSecurity http, LoginMethods logins) {
            return logins.addTo(http, new LoginPaths(""))
                    .authorizeHttpRequests(requests -> requests.dispatcherTypeMatchers(DispatcherType.ERROR)
                            .permitAll()
                            .anyRequest()
                            .authenticated())
                    .build();
        }

        @Bean
        WebServerFactoryCustomizer<ConfigurableServletWebServerFactory> concorOtherSessionCookies() {
            return SessionCookies::restrict;
        }
    }

    /** Log-in at a provider, for an application that has the library and client registrations. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({ClientRegistrationRepository.class, OAuth2UserAuthority.class})
    @ConditionalOnBean(ClientRegistrationRepository.class)
    static class ProviderConfiguration {

        @Bean
        OAuth2ProviderLogin concorProviderLogin(
                ClientRegistrationRepository registrations,
                ConcorProperties properties,
                ObjectProvider<GrantedAuthoritiesMapper> application,
                FailedLoginLog log) {
            GrantedAuthoritiesMapper mapper = application.getIfUnique(NullAuthoritiesMapper::new);
            return new OAuth2ProviderLogin(registrations, properties.security().oauth2(), mapper, log);
        }
    }

    /** Log-in with a bearer token, for an application that has the library and decodes tokens. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({JwtDecoder.class, BearerTokenAuthenticationFilter.class})
    @ConditionalOnBean(JwtDecoder.class)
    static class TokenConfiguration {

        @Bean
        BearerTokenLogin concorTokenLogin(JwtDecoder decoder, ConcorProperties properties) {
            return new BearerTokenLogin(decoder, properties.security().oauth2());
        }
    }

    @Bean
    @ConditionalOnMissingBean({UserDetailsService.class, AuthenticationManager.class, AuthenticationProvider.class})
    ConfiguredUsers concorUsers(
            ConcorProperties properties, ObjectProvider<ProviderLogin> provider, ObjectProvider<TokenLogin> tokens) {
        SecuritySettings settings = properties.security();
        if (!settings.passwordRequired()) {
            return ConfiguredUsers.none();
        }
        return provider.getIfAvailable() == null && tokens.getIfAvailable() == null
                ? ConfiguredUsers.required(settings)
                : ConfiguredUsers.optional(settings);
    }

    @Bean
    FailedLoginLog concorFailedLoginLog() {
        return FailedLoginLog.onceAMinute();
    }

    @Bean
    LoginMethods concorLoginMethods(
            ConcorProperties properties,
            AuthenticationConfiguration authentication,
            FailedLoginLog log,
            ObjectProvider<ConfiguredUsers> users,
            ObjectProvider<ProviderLogin> provider,
            ObjectProvider<TokenLogin> tokens) {
        boolean byForm = users.stream().noneMatch(ConfiguredUsers::isEmpty);
        int sessionsPerUser = properties.security().sessionsPerUser();
        // not a bean: that would replace the one of the application
        AuthenticationManager passwords = LimitedAuthenticationManager.of(authentication, log);
        return new LoginMethods(passwords, sessionsPerUser, byForm, provider.getIfAvailable(), tokens.getIfAvailable());
    }

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    SecurityFilterChain concorErrorPageSecurity(@Value("${spring.web.error.path:/error}") String path) {
        return ErrorPageChain.at(path);
    }

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE + 10)
    @ConditionalOnMissingBean(name = "concorEndpointSecurity")
    SecurityFilterChain concorEndpointSecurity(
            HttpSecurity http, ConcorProperties properties, LoginMethods logins, LoginPaths paths) {
        return (properties.security().passwordRequired() ? guarded(http, logins, paths) : open(http, paths)).build();
    }

    /** Below the path of the endpoints. */
    @Bean
    LoginPaths concorLoginPaths(
            ObjectProvider<WebEndpointProperties> endpoints,
            ObjectProvider<DispatcherServletPath> servlets,
            Environment environment) {
        String base = endpoints.getIfAvailable(WebEndpointProperties::new).getBasePath();
        boolean samePort = ManagementPortType.get(environment) == ManagementPortType.SAME;
        return new LoginPaths(samePort ? servlets.getIfAvailable(() -> () -> "").getRelativePath(base) : base);
    }

    private static HttpSecurity guarded(HttpSecurity http, LoginMethods logins, LoginPaths paths) {
        RequestMatcher requests = new ManagementPortMatcher(logins.requests(paths));
        return logins.addTo(http.securityMatcher(new OrRequestMatcher(EndpointRequests.all(), requests)), paths)
                .authorizeHttpRequests(EndpointRules::apply);
    }

    private static HttpSecurity open(HttpSecurity http, LoginPaths paths) {
        return http.securityMatcher(EndpointRequests.all())
                .csrf(csrf -> BrowserTokens.require(csrf, paths))
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .authorizeHttpRequests(requests -> requests.anyRequest().permitAll());
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(AuditEventRepository.class)
    static class AuditConfiguration {

        @Bean
        @ConditionalOnMissingBean
        AuditEventRepository concorAuditEvents() {
            return new AccessAuditRepository();
        }
    }
}
