package io.concor.console;

import jakarta.servlet.Filter;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMapper;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.DispatcherServlet;

/** Configuration of the console for Spring MVC, in the context that serves the management endpoints. */
@ManagementContextConfiguration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(DispatcherServlet.class)
@ConditionalOnBean(ConcorConsoleEndpoint.class)
final class ConsoleWebMvcManagementConfiguration {

    /** Runs before Spring Security, whose firewall answers without headers. */
    @Bean
    FilterRegistrationBean<ConsoleHeadersFilter> concorConsoleHeadersFilter(
            WebEndpointProperties endpoints,
            ObjectProvider<PathMapper> mappers,
            ObjectProvider<DispatcherServletPath> servlets) {
        FilterRegistrationBean<ConsoleHeadersFilter> filter =
                registration(new ConsoleHeadersFilter(), endpoints, mappers, servlets);
        filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return filter;
    }

    /** Runs after Spring Security, so that a refusal is not kept for ever. */
    @Bean
    FilterRegistrationBean<ConsoleRequestFilter> concorConsoleRequestFilter(
            ConsoleFiles files,
            WebEndpointProperties endpoints,
            ObjectProvider<PathMapper> mappers,
            ObjectProvider<DispatcherServletPath> servlets) {
        return registration(new ConsoleRequestFilter(files), endpoints, mappers, servlets);
    }

    private static <F extends Filter> FilterRegistrationBean<F> registration(
            F filter,
            WebEndpointProperties endpoints,
            ObjectProvider<PathMapper> mappers,
            ObjectProvider<DispatcherServletPath> servlets) {
        String base = servlets.stream()
                .findFirst()
                .map(servlet -> servlet.getRelativePath(endpoints.getBasePath()))
                .orElse(endpoints.getBasePath());
        FilterRegistrationBean<F> registration = new FilterRegistrationBean<>(filter);
        registration.addUrlPatterns(base
                + "/"
                + PathMapper.getRootPath(mappers.orderedStream().toList(), EndpointId.of(ConcorConsoleEndpoint.ID))
                + "/*");
        return registration;
    }
}
