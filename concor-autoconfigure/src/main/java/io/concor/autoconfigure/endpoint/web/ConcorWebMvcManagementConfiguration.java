package io.concor.autoconfigure.endpoint.web;

import io.concor.autoconfigure.endpoint.ConcorEndpointAutoConfiguration;
import io.concor.autoconfigure.properties.ConditionalOnEnabled;
import jakarta.servlet.Filter;
import java.util.List;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.actuate.endpoint.web.PathMapper;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.servlet.filter.OrderedFilter;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.web.servlet.DispatcherServlet;
import tools.jackson.databind.json.JsonMapper;

/** Configuration of Concor's endpoints for Spring MVC, in the context that serves the management endpoints. */
@ManagementContextConfiguration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({DispatcherServlet.class, JsonMapper.class})
@ConditionalOnBean(PathMappedEndpoints.class)
final class ConcorWebMvcManagementConfiguration {

    @Bean
    RejectedRequestExceptionResolver concorRejectedRequestExceptionResolver(
            ApplicationContext context, ObjectProvider<PathMapper> mappers) {
        return new RejectedRequestExceptionResolver(new UnsupportedRequest(context, mappers));
    }

    /** Runs early: filters for callers without a log-in would read forms without a limit. */
    @Bean
    FilterRegistrationBean<BodyLimitFilter> concorBodyLimitFilter(
            WebEndpointProperties endpoints,
            ObjectProvider<PathMapper> mappers,
            ObjectProvider<DispatcherServletPath> servlets) {
        return registration(paths(endpoints, mappers, servlets), new BodyLimitFilter(), -10_000);
    }

    /** Runs late, after Spring Security: the body of an unauthorized request is neither read nor checked. */
    @Bean
    FilterRegistrationBean<RequestBodyFilter> concorRequestBodyFilter(
            WebEndpointProperties endpoints,
            ObjectProvider<PathMapper> mappers,
            ObjectProvider<DispatcherServletPath> servlets) {
        return registration(paths(endpoints, mappers, servlets), new RequestBodyFilter(System::nanoTime), 0);
    }

    /** Runs early, before Spring Security reads the form. */
    @Bean
    @ConditionalOnEnabled(value = "concor.security.enabled", byDefault = false)
    FilterRegistrationBean<LoginFormFilter> concorLoginFormFilter(
            WebEndpointProperties endpoints, ObjectProvider<DispatcherServletPath> servlets, Environment environment) {
        String prefix = prefix(endpoints, servlets);
        boolean ownPort = ManagementPortType.get(environment) == ManagementPortType.DIFFERENT;
        Set<String> logins = Set.of(prefix + "/login", prefix + "/logout");
        return registration(
                List.of(ownPort ? "/*" : prefix + "/*"), new LoginFormFilter(logins, System::nanoTime), -10_000);
    }

    private static <F extends Filter> FilterRegistrationBean<F> registration(List<String> paths, F filter, int order) {
        FilterRegistrationBean<F> registration = new FilterRegistrationBean<>(filter);
        registration.setOrder(OrderedFilter.REQUEST_WRAPPER_FILTER_MAX_ORDER + order);
        registration.setUrlPatterns(paths);
        return registration;
    }

    private static List<String> paths(
            WebEndpointProperties endpoints,
            ObjectProvider<PathMapper> mappers,
            ObjectProvider<DispatcherServletPath> servlets) {
        List<PathMapper> known = mappers.orderedStream().toList();
        String prefix = prefix(endpoints, servlets);
        return ConcorEndpointAutoConfiguration.ENDPOINTS.stream()
                .map(id -> prefix + "/" + PathMapper.getRootPath(known, id) + "/*")
                .toList();
    }

    private static String prefix(WebEndpointProperties endpoints, ObjectProvider<DispatcherServletPath> servlets) {
        return servlets.stream()
                .findFirst()
                .map(servlet -> servlet.getRelativePath(endpoints.getBasePath()))
                .orElse(endpoints.getBasePath());
    }
}
