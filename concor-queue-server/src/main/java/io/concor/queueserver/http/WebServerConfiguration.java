package io.concor.queueserver.http;

import org.apache.catalina.Context;
import org.apache.catalina.core.StandardHost;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

/**
 * How the web server treats requests that no call reads or answers. It is a part of the application, and of the context that the management
 * endpoints have on a port of their own.
 */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
class WebServerConfiguration {

    @Bean
    WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> refusedRequests() {
        return factory -> {
            factory.addEngineValves(new UnreadBodyValve());
            factory.addContextCustomizers(WebServerConfiguration::describeProblems);
        };
    }

    private static void describeProblems(Context context) {
        StandardHost host = (StandardHost) context.getParent();
        host.setErrorReportValveClass(""); // it would be added behind, and write a page
        host.getPipeline().addValve(new ProblemReportValve());
    }
}
