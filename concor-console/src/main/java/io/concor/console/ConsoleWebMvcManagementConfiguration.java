package io.concor.console;

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
import org.springframework.web.servlet.DispatcherServlet;

/** Configuration of the console for Spring MVC, in the context that serves the management endpoints. */
@ManagementContextConfiguration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(DispatcherServlet.class)
@ConditionalOnBean(ConcorConsoleEndpoint.class)
final class ConsoleWebMvcManagementConfiguration {

    @Bean
    FilterRegistrationBean<ConsoleHeadersFilter> concorConsoleHeadersFilter(
            ConsoleFiles files,
            WebEndpointProperties endpoints,
            ObjectProvider<PathMapper> mappers,
            ObjectProvider<DispatcherServletPath> servlets) {
        String base = servlets.stream()
                .findFirst()
                .map(servlet -> servlet.getRelativePath(endpoints.getBasePath()))
                .orElse(endpoints.getBasePath());
        FilterRegistrationBean<ConsoleHeadersFilter> filter =
                new FilterRegistrationBean<>(new ConsoleHeadersFilter(files));
        filter.addUrlPatterns(base
                + "/"
                + PathMapper.getRootPath(mappers.orderedStream().toList(), EndpointId.of(ConcorConsoleEndpoint.ID))
                + "/*");
        return filter;
    }
}
