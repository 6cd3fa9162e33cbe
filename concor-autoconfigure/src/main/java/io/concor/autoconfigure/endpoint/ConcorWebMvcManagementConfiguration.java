package io.concor.autoconfigure.endpoint;

import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
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
}
