package io.concor.autoconfigure.security.login;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.config.annotation.authentication.builders.AuthenticationManagerBuilder;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.authentication.ui.DefaultLoginPageGeneratingFilter;
import org.springframework.security.web.authentication.ui.DefaultResourcesFilter;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * The ways to log in: with a password by form or in the header of a request, at a provider, and with a token. A caller has no session
 * before its log-in.
 */
public final class LoginMethods {

    private static final String USER = "username";
    private static final String PASSWORD = "password";

    private final AuthenticationManager passwords;
    private final UserSessions sessions;
    private final boolean byForm;
    private final @Nullable ProviderLogin provider;
    private final @Nullable TokenLogin tokens;

    /**
     * Creates the ways to log in.
     *
     * @param passwords checks passwords for all filter chains, which count failed log-ins together
     * @param sessionsPerUser the largest number of sessions of a user
     * @param byForm whether there may be users with a password
     * @param provider the log-in at a provider; null if there is none
     * @param tokens the log-in with a token; null if there is none
     */
    public LoginMethods(
            AuthenticationManager passwords,
            int sessionsPerUser,
            boolean byForm,
            @Nullable ProviderLogin provider,
            @Nullable TokenLogin tokens) {
        this.passwords = passwords;
        this.sessions = new UserSessions(sessionsPerUser);
        this.byForm = byForm;
        this.provider = provider;
        this.tokens = tokens;
    }

    /** Matches the requests of a log-in that are not requests to what it protects. */
    public RequestMatcher requests(LoginPaths paths) {
        return provider == null ? paths.matcher() : new OrRequestMatcher(paths.matcher(), provider.answers());
    }

    /** Adds all to a filter chain. */
    public HttpSecurity addTo(HttpSecurity http, LoginPaths paths) {
        Map<String, String> links = provider == null ? Map.of() : provider.links(paths);
        LoginEntryPoint entryPoint = new LoginEntryPoint(firstPage(paths, links));
        http.getSharedObject(AuthenticationManagerBuilder.class).parentAuthenticationManager(passwords);
        http.csrf(csrf -> BrowserTokens.require(csrf, paths))
                .sessionManagement(management -> management.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .securityContext(security -> security.securityContextRepository(BrowserSessions.ofBrowsers(sessions)))
                .requestCache(cache -> cache.requestCache(new OpenedPages()))
                .exceptionHandling(errors -> errors.authenticationEntryPoint(entryPoint))
                .httpBasic(basic -> basic.authenticationEntryPoint(entryPoint)
                        .securityContextRepository(BrowserSessions.ofAll(sessions)))
                .logout(logout -> logout.logoutUrl(paths.logout()).logoutSuccessUrl(paths.loggedOut()));
        if (byForm) {
            addForm(http, paths, entryPoint);
        }
        if (provider != null) {
            provider.addTo(http, paths);
        }
        if (tokens != null) {
            tokens.addTo(http);
        }
        return http.addFilterAt(new LoginPage(paths, page(paths, links)), DefaultLoginPageGeneratingFilter.class)
                .addFilterBefore(DefaultResourcesFilter.css(), DefaultLoginPageGeneratingFilter.class)
                .addFilterAfter(new LogoutPage(paths.logout()), DefaultLoginPageGeneratingFilter.class);
    }

    /** The only provider shows its own page. */
    private String firstPage(LoginPaths paths, Map<String, String> links) {
        return byForm || links.size() != 1
                ? paths.login()
                : links.keySet().iterator().next();
    }

    private static void addForm(HttpSecurity http, LoginPaths paths, LoginEntryPoint entryPoint) {
        http.formLogin(form -> form.loginPage(paths.login())
                .usernameParameter(USER)
                .passwordParameter(PASSWORD)
                .defaultSuccessUrl(paths.start())
                .failureHandler(
                        (request, response, refused) -> entryPoint.sendTo(paths.failed(), request, response, refused)));
    }

    private DefaultLoginPageGeneratingFilter page(LoginPaths paths, Map<String, String> links) {
        DefaultLoginPageGeneratingFilter page = new DefaultLoginPageGeneratingFilter();
        page.setLoginPageUrl(paths.login());
        page.setAuthenticationUrl(paths.login());
        page.setFailureUrl(paths.failed());
        page.setLogoutSuccessUrl(paths.loggedOut());
        page.setUsernameParameter(USER);
        page.setPasswordParameter(PASSWORD);
        page.setFormLoginEnabled(byForm);
        page.setOauth2LoginEnabled(!links.isEmpty());
        page.setOauth2AuthenticationUrlToClientName(links);
        page.setResolveHiddenInputs(BrowserTokens::fields);
        return page;
    }
}
