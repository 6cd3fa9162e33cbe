package io.concor.autoconfigure.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.autoconfigure.security.login.ProviderLogin;
import io.concor.autoconfigure.security.password.ConfiguredUsers;
import io.concor.autoconfigure.security.password.UnusableUserException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

class ConcorSecurityAutoConfigurationTests {

    private static final AutoConfigurations SECURITY = AutoConfigurations.of(
            ConcorSecurityAutoConfiguration.class,
            SecurityAutoConfiguration.class,
            UserDetailsServiceAutoConfiguration.class,
            ManagementWebSecurityAutoConfiguration.class,
            ServletWebSecurityAutoConfiguration.class,
            DispatcherServletAutoConfiguration.class,
            WebMvcAutoConfiguration.class);

    private final WebApplicationContextRunner context = new WebApplicationContextRunner().withConfiguration(SECURITY);
    private final WebApplicationContextRunner enabled = context.withPropertyValues(
            "concor.security.enabled=true",
            "concor.security.users.operator.password=long enough for all",
            "concor.security.users.operator.roles=operator");

    @Test
    void isOffByDefault() {
        context.run(started -> assertThat(started)
                .doesNotHaveBean(ConcorSecurityAutoConfiguration.class)
                .hasBean("managementSecurityFilterChain"));
    }

    @Test
    void protectsEndpointsAndOtherRequestsInPlaceOfTheDefaultsOfBoot() {
        enabled.run(started -> assertThat(started.getBeansOfType(SecurityFilterChain.class))
                .containsOnlyKeys("concorErrorPageSecurity", "concorEndpointSecurity", "concorOtherRequestsSecurity"));
    }

    @Test
    void leavesOtherRequestsOpenOnDemand() {
        enabled.withPropertyValues("concor.security.other-requests=open").run(started -> assertThat(started)
                .hasBean("concorEndpointSecurity")
                .doesNotHaveBean("concorOtherRequestsSecurity"));
    }

    @Test
    void leavesOtherRequestsToTheRulesOfTheApplication() {
        enabled.withBean("own", SecurityFilterChain.class, () -> ErrorPageChain.at("/own"))
                .run(started -> assertThat(started.getBeansOfType(SecurityFilterChain.class))
                        .containsOnlyKeys("own", "concorErrorPageSecurity", "concorEndpointSecurity"));
    }

    @Test
    void usesTheRulesOfTheApplicationForTheEndpoints() {
        SecurityFilterChain own = ErrorPageChain.at("/own");
        enabled.withBean("concorEndpointSecurity", SecurityFilterChain.class, () -> own)
                .run(started ->
                        assertThat(started.getBean("concorEndpointSecurity")).isSameAs(own));
    }

    @Test
    void usesTheUsersOfTheApplication() {
        context.withPropertyValues("concor.security.enabled=true")
                .withBean("own", UserDetailsService.class, InMemoryUserDetailsManager::new)
                .run(started -> assertThat(started)
                        .hasNotFailed()
                        .getBeanNames(UserDetailsService.class)
                        .containsExactly("own"));
    }

    @Test
    void doesNotStartWithoutAUser() {
        context.withPropertyValues("concor.security.enabled=true").run(started -> assertThat(started)
                .getFailure()
                .rootCause()
                .isInstanceOf(UnusableUserException.class)
                .hasMessageContaining("concor.security.users is empty"));
    }

    @Test
    void offersTheLogInAtTheProviderOfTheApplicationAndNeedsNoUserThen() {
        enabled.run(started -> assertThat(started).doesNotHaveBean(ProviderLogin.class));
        enabled.withBean(ClientRegistrationRepository.class, ConcorSecurityAutoConfigurationTests::registrations)
                .run(started -> assertThat(started)
                        .hasSingleBean(ProviderLogin.class)
                        .getBean(ConfiguredUsers.class)
                        .returns(false, ConfiguredUsers::isEmpty));
        context.withPropertyValues("concor.security.enabled=true")
                .withBean(ClientRegistrationRepository.class, ConcorSecurityAutoConfigurationTests::registrations)
                .run(started -> assertThat(started)
                        .hasNotFailed()
                        .getBean(ConfiguredUsers.class)
                        .returns(true, ConfiguredUsers::isEmpty));
    }

    private static ClientRegistrationRepository registrations() {
        return new InMemoryClientRegistrationRepository(ClientRegistration.withRegistrationId("corporate")
                .clientId("concor")
                .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
                .redirectUri("{baseUrl}/login/oauth2/code/{registrationId}")
                .authorizationUri("http://provider/authorize")
                .tokenUri("http://provider/token")
                .build());
    }

    @Test
    void needsNoLibraryOfProviders() {
        enabled.withClassLoader(new FilteredClassLoader("org.springframework.security.oauth2"))
                .run(started -> assertThat(started)
                        .hasNotFailed()
                        .hasBean("concorEndpointSecurity")
                        .doesNotHaveBean(ProviderLogin.class));
    }

    @Test
    void rejectsANumberOfSessionsOutOfBounds() {
        enabled.withPropertyValues("concor.security.sessions-per-user=0").run(started -> assertThat(started)
                .getFailure()
                .rootCause()
                .hasMessageContaining("sessions-per-user")
                .hasMessageContaining("1 to 1000"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "TRUE", "yes", "on", "1"})
    void isOnForEachValueThatMeansTrue(String value) {
        enabled.withPropertyValues("concor.security.enabled=" + value)
                .run(started -> assertThat(started).hasBean("concorEndpointSecurity"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "false", "off", "no", "0"})
    void isOffForEachValueThatMeansFalse(String value) {
        enabled.withPropertyValues("concor.security.enabled=" + value)
                .run(started -> assertThat(started).hasNotFailed().doesNotHaveBean("concorEndpointSecurity"));
    }

    @Test
    void doesNotStartWithAValueThatIsNeither() {
        enabled.withPropertyValues("concor.security.enabled=ture")
                .run(started -> assertThat(started).getFailure().rootCause().hasMessageContaining("'ture'"));
    }

    @Test
    void anEmptyValueLeavesOtherRequestsGuarded() {
        enabled.withPropertyValues("concor.security.other-requests=")
                .run(started -> assertThat(started).hasBean("concorOtherRequestsSecurity"));
    }
}
