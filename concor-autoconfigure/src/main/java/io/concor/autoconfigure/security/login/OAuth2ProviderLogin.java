package io.concor.autoconfigure.security.login;

import io.concor.autoconfigure.properties.section.OAuth2Settings;
import io.concor.autoconfigure.security.password.FailedLoginLog;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.security.config.ObjectPostProcessor;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.authority.mapping.GrantedAuthoritiesMapper;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.OAuth2LoginAuthenticationFilter;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.web.DefaultRedirectStrategy;
import org.springframework.security.web.util.matcher.RequestMatcher;

/** A log-in at a provider of OpenID Connect or OAuth 2.0, for each client registration of the application. */
public final class OAuth2ProviderLogin implements ProviderLogin {

    private final ClientRegistrationRepository registrations;
    private final GrantedAuthoritiesMapper roles;
    private final FailedLoginLog log;
    private final PendingAuthorizations pending = new PendingAuthorizations();

    /**
     * Creates a log-in.
     *
     * @param claims which claims of a user give which role
     * @param application the authorities that the application gives
     */
    public OAuth2ProviderLogin(
            ClientRegistrationRepository registrations,
            OAuth2Settings claims,
            GrantedAuthoritiesMapper application,
            FailedLoginLog log) {
        this.registrations = registrations;
        this.roles = new ProviderRoles(new ClaimRoles(claims), application);
        this.log = log;
    }

    @Override
    public RequestMatcher answers() {
        return pending::isAnswered;
    }

    @Override
    public Map<String, String> links(LoginPaths paths) {
        Map<String, String> links = new LinkedHashMap<>();
        if (registrations instanceof Iterable<?> known) {
            for (Object registration : known) {
                if (registration instanceof ClientRegistration client && isLogin(client)) {
                    links.put(paths.authorization() + "/" + client.getRegistrationId(), client.getClientName());
                }
            }
        }
        return links;
    }

    private static boolean isLogin(ClientRegistration client) {
        return AuthorizationGrantType.AUTHORIZATION_CODE.equals(client.getAuthorizationGrantType());
    }

    @Override
    public void addTo(HttpSecurity http, LoginPaths paths) {
        http.oauth2Login(login -> login.clientRegistrationRepository(registrations)
                .loginPage(paths.login())
                .authorizationEndpoint(
                        begin -> begin.baseUri(paths.authorization()).authorizationRequestRepository(pending))
                .userInfoEndpoint(user -> user.userAuthoritiesMapper(roles))
                .defaultSuccessUrl(paths.start())
                .failureHandler((request, response, refused) -> failed(request, response, refused, paths))
                .withObjectPostProcessor(new AnswersOnly()));
    }

    private void failed(
            HttpServletRequest request, HttpServletResponse response, AuthenticationException refused, LoginPaths paths)
            throws IOException {
        log.failedAtProvider(String.valueOf(refused.getMessage()), request.getRemoteAddr());
        new DefaultRedirectStrategy().sendRedirect(request, response, paths.failed());
    }

    /**
     * Accepts the answers to log-ins that began here, on whatever path the registration names. On the port of the
     * application, log-ins that began there may have the same path.
     */
    private final class AnswersOnly implements ObjectPostProcessor<OAuth2LoginAuthenticationFilter> {

        @Override
        public <F extends OAuth2LoginAuthenticationFilter> F postProcess(F filter) {
            filter.setRequiresAuthenticationRequestMatcher(answers());
            return filter;
        }
    }
}
