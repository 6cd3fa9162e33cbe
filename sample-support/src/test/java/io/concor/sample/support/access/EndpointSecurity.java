package io.concor.sample.support.access;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.CsrfConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.util.matcher.RequestHeaderRequestMatcher;

// snippet: endpoint-security
@Configuration(proxyBeanMethods = false)
class EndpointSecurity {
    @Bean
    SecurityFilterChain endpoints(HttpSecurity http) {
        var reading = EndpointRequest.toAnyEndpoint().excluding("auditevents").withHttpMethod(HttpMethod.GET);
        http.securityMatcher(EndpointRequest.toAnyEndpoint());
        http.authorizeHttpRequests(rules -> {
            rules.requestMatchers(new RequestHeaderRequestMatcher("Origin")).denyAll(); // pages of other sites
            rules.requestMatchers(EndpointRequest.to("health")).permitAll();
            rules.requestMatchers(reading).hasAnyRole("VIEWER", "OPERATOR");
            rules.anyRequest().hasRole("OPERATOR");
        });
        http.sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS));
        http.csrf(CsrfConfigurer::disable).httpBasic(Customizer.withDefaults());
        return http.build();
    }

    @Bean
    UserDetailsService users(@Value("${VIEWER_PASSWORD}") String view, @Value("${OPERATOR_PASSWORD}") String operate) {
        return new InMemoryUserDetailsManager(user("viewer", view, "VIEWER"), user("operator", operate, "OPERATOR"));
    }

    private static UserDetails user(String name, String password, String role) {
        var hash = PasswordEncoderFactories.createDelegatingPasswordEncoder().encode(password);
        return User.withUsername(name).password(hash).roles(role).build();
    }
}
// end
