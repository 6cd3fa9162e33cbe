package io.concor.autoconfigure.security;

import io.concor.autoconfigure.properties.ConfigurationException;

/** The management endpoints should be protected, and this application cannot do it. */
final class UnavailableSecurityException extends ConfigurationException {

    private static final long serialVersionUID = 1L;

    private UnavailableSecurityException(String reason, String remedy) {
        super(
                "concor.security.enabled is true, but " + reason
                        + ". Without protection, every caller could read and change the flows",
                remedy,
                null);
    }

    static UnavailableSecurityException reactive() {
        return new UnavailableSecurityException(
                "this is a reactive application (Spring WebFlux), and Concor protects servlet applications (Spring MVC) only",
                "Set concor.security.enabled to false and protect the endpoints with a SecurityWebFilterChain of your own,"
                        + " or use spring-boot-starter-webmvc in place of spring-boot-starter-webflux.");
    }

    static UnavailableSecurityException withoutSpringSecurity() {
        return new UnavailableSecurityException(
                "Spring Security, or its support in Spring Boot, is not on the class path",
                "Add the dependency org.springframework.boot:spring-boot-starter-security, or set concor.security.enabled"
                        + " to false and protect the endpoints in another way.");
    }
}
