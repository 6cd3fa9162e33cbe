package io.concor.console;

import java.util.Locale;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.Environment;

/** Logs where the page is, once the application is ready. */
final class ConsoleAddress implements ApplicationListener<ApplicationReadyEvent> {

    private static final Logger log = LoggerFactory.getLogger(ConsoleAddress.class);
    private static final String UNSPECIFIED = "0.0.0.0";

    private final String path;

    /** @param path the path of the page below that of the web server */
    ConsoleAddress(String path) {
        this.path = path;
    }

    @Override
    public void onApplicationEvent(ApplicationReadyEvent ready) {
        Environment environment = ready.getApplicationContext().getEnvironment();
        String management = environment.getProperty("local.management.port");
        String server = environment.getProperty("local.server.port");
        if (server != null || management != null) {
            log.info("Console: {}", address(environment, management == null || management.equals(server), path));
        }
    }

    /** @param shared whether the management endpoints share the port of the application */
    static String address(Environment environment, boolean shared, String path) {
        String server = shared ? "server" : "management.server";
        String port = environment.getProperty(shared ? "local.server.port" : "local.management.port", "8080");
        String context = shared
                ? first(environment, "server.servlet.context-path", "spring.webflux.base-path")
                        + first(environment, "spring.mvc.servlet.path")
                : first(environment, "management.server.base-path");
        boolean secure = !first(
                        environment, server + ".ssl.bundle", server + ".ssl.key-store", server + ".ssl.certificate")
                .isEmpty();
        String host = first(environment, server + ".address");
        return String.format(
                Locale.ROOT,
                "%s://%s:%s%s%s/",
                secure ? "https" : "http",
                host.isEmpty() || host.equals(UNSPECIFIED) ? "localhost" : host,
                port,
                context,
                path);
    }

    private static String first(Environment environment, String... properties) {
        return Stream.of(properties)
                .map(property -> environment.getProperty(property, ""))
                .filter(value -> !value.isBlank())
                .findFirst()
                .orElse("");
    }
}
