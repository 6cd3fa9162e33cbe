package io.concor.autoconfigure.endpoint;

import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.actuate.endpoint.web.PathMapper;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.servlet.filter.OrderedFilter;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.annotation.Bean;
import org.springframework.web.servlet.DispatcherServlet;
import tools.jackson.databind.json.JsonMapper;

/** What Concor's endpoints need of Spring MVC, wherever the management endpoints are served. */
@ManagementContextConfiguration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({DispatcherServlet.class, JsonMapper.class})
@ConditionalOnBean(PathMappedEndpoints.class)
final class ConcorWebMvcManagementConfiguration {

    @Bean
    UnreadableBodyResolver concorUnreadableBodyResolver(PathMappedEndpoints paths) {
        return new UnreadableBodyResolver(ConcorEndpointAutoConfiguration.ENDPOINTS, paths);
    }

    /** Early: Spring's own filter for forms would read the body of a DELETE, however long. */
    @Bean
    FilterRegistrationBean<BodyGate> concorBodyGate(
            WebEndpointProperties endpoints,
            ObjectProvider<PathMapper> mappers,
            ObjectProvider<DispatcherServletPath> servlets) {
        List<PathMapper> known = mappers.orderedStream().toList();
        String prefix = servlets.stream()
                .findFirst()
                .map(servlet -> servlet.getRelativePath(endpoints.getBasePath()))
                .orElse(endpoints.getBasePath());
        FilterRegistrationBean<BodyGate> gate = new FilterRegistrationBean<>(new BodyGate());
        gate.setOrder(OrderedFilter.REQUEST_WRAPPER_FILTER_MAX_ORDER - 10_000);
        ConcorEndpointAutoConfiguration.ENDPOINTS.forEach(
                id -> gate.addUrlPatterns(prefix + "/" + PathMapper.getRootPath(known, id) + "/*"));
        return gate;
    }
}
