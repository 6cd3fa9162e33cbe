package io.concor.queueserver.http;

import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/**
 * Lets the web server of the clients use {@link SmallBufferProtocol}. That of management endpoints on another port has no requests that
 * wait.
 */
@Component
final class SmallBuffers implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        factory.setProtocol(SmallBufferProtocol.class.getName());
    }
}
