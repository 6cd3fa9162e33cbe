package io.concor.queueserver.http;

import io.swagger.v3.oas.annotations.OpenAPIDefinition;
import io.swagger.v3.oas.annotations.enums.SecuritySchemeType;
import io.swagger.v3.oas.annotations.info.Info;
import io.swagger.v3.oas.annotations.security.SecurityRequirement;
import io.swagger.v3.oas.annotations.security.SecurityScheme;
import org.springframework.context.annotation.Configuration;

/** What the description of the calls has in common. */
@Configuration(proxyBeanMethods = false)
@OpenAPIDefinition(
        info =
                @Info(
                        title = "Message queues for clients",
                        version = "1",
                        description =
                                "A client sends a message to another one, or to any other, and that one receives it."
                                        + " Errors are problem details (RFC 9457)."),
        security = {@SecurityRequirement(name = "password"), @SecurityRequirement(name = "token")})
@SecurityScheme(name = "password", type = SecuritySchemeType.HTTP, scheme = "basic")
@SecurityScheme(name = "token", type = SecuritySchemeType.HTTP, scheme = "bearer", bearerFormat = "JWT")
class ApiDescription {}
