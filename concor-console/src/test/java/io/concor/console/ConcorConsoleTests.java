package io.concor.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** The page over HTTP, with Spring MVC and WebFlux. */
class ConcorConsoleTests {

    private static final String EXPOSED = "management.endpoints.web.exposure.include=concorconsole,health";

    private final HttpClient client =
            HttpClient.newBuilder().followRedirects(Redirect.NEVER).build();
    private ConfigurableApplicationContext application;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    enum Stack {
        SERVLET(WebApplicationType.SERVLET, ""),
        /** Without one of the two servers that could serve the management endpoints. */
        REACTIVE(
                WebApplicationType.REACTIVE,
                "org.springframework.boot.tomcat.autoconfigure.actuate.web.server.TomcatReactiveManagementContextAutoConfiguration");

        private final WebApplicationType type;
        private final String excluded;

        Stack(WebApplicationType type, String excluded) {
            this.type = type;
            this.excluded = excluded;
        }
    }

    private void start(Stack stack, String... properties) {
        List<String> all = new ArrayList<>(List.of("server.port=0", "spring.main.banner-mode=off"));
        all.add("spring.autoconfigure.exclude=" + stack.excluded);
        all.addAll(List.of(properties));
        application = new SpringApplicationBuilder(Application.class)
                .web(stack.type)
                .properties(all.toArray(String[]::new))
                .run();
    }

    @AfterEach
    void stop() {
        application.close();
    }

    private HttpResponse<String> get(String path) throws Exception {
        String port = application.getEnvironment().getProperty("local.management.port");
        String used = port == null ? application.getEnvironment().getProperty("local.server.port") : port;
        return client.send(
                HttpRequest.newBuilder(URI.create("http://localhost:" + used + path))
                        .build(),
                BodyHandlers.ofString());
    }

    private static String asset(String page, String suffix) {
        return page.lines()
                .filter(line -> line.contains("assets/") && line.contains(suffix))
                .map(line -> line.replaceAll(".*\"\\./(assets/[^\"]+)\".*", "$1"))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(Stack.class)
    @DisabledIfSystemProperty(named = "console.skip", matches = "true")
    void isAPageWithItsFilesAndWithoutAnythingElse(Stack stack) throws Exception {
        start(stack, EXPOSED);

        HttpResponse<String> page = get("/actuator/concorconsole/");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html;charset=UTF-8");
        assertThat(page.headers().firstValue("Cache-Control")).hasValue("no-cache");
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'", "script-src 'self';", "style-src 'self';", "frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(page.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(page.headers().firstValue("X-Frame-Options")).hasValue("DENY");
        HttpResponse<String> script = get("/actuator/concorconsole/" + asset(page.body(), ".js"));
        assertThat(script.statusCode()).isEqualTo(200);
        assertThat(script.headers().firstValue("Content-Type")).hasValue("text/javascript;charset=UTF-8");
        assertThat(script.headers().firstValue("Cache-Control").orElseThrow()).contains("immutable");
        assertThat(get("/actuator/concorconsole/" + asset(page.body(), ".css")).statusCode())
                .isEqualTo(200);
        assertThat(get("/actuator/health").headers().map()).doesNotContainKey("Content-Security-Policy");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "files.txt",
                "ConsoleFiles.class",
                "assets",
                "assets/",
                "..%2fConsoleFiles.class",
                "none.js",
                "assets/none.js"
            })
    void servesNothingThatItsBuildHasNotListed(String name) throws Exception {
        start(Stack.SERVLET, EXPOSED);

        HttpResponse<String> answer = get("/actuator/concorconsole/" + name);

        assertThat(answer.statusCode()).isBetween(400, 404);
        assertThat(answer.headers().firstValue("Cache-Control").orElse("")).doesNotContain("immutable");
        assertThat(answer.body()).doesNotContain("index.html", "io/concor");
    }

    @ParameterizedTest
    @EnumSource(Stack.class)
    @DisabledIfSystemProperty(named = "console.skip", matches = "true")
    void findsItsFilesWithoutASlashAtTheEndToo(Stack stack) throws Exception {
        start(stack, EXPOSED);

        assertThat(get("/actuator/concorconsole").body()).contains("<base href=\"concorconsole/\" />");
        assertThat(get("/actuator/concorconsole/").body()).contains("<base href=\"./\" />");
    }

    @ParameterizedTest
    @EnumSource(Stack.class)
    @DisabledIfSystemProperty(named = "console.skip", matches = "true")
    void followsTheAddressesOfTheEndpoints(Stack stack) throws Exception {
        start(
                stack,
                EXPOSED,
                "management.server.port=0",
                "management.endpoints.web.base-path=/manage",
                "management.endpoints.web.path-mapping.concorconsole=console");

        HttpResponse<String> page = get("/manage/console");

        assertThat(page.body()).contains("<base href=\"console/\" />");
        assertThat(page.headers().firstValue("Content-Security-Policy")).isPresent();
        assertThat(get("/manage/console/" + asset(page.body(), ".js")).statusCode())
                .isEqualTo(200);
    }

    @Test
    @DisabledIfSystemProperty(named = "console.skip", matches = "true")
    void onlyAssetsAreKeptForEver() throws Exception {
        start(Stack.SERVLET, EXPOSED, "server.servlet.context-path=/assets");

        assertThat(get("/assets/actuator/concorconsole/").headers().firstValue("Cache-Control"))
                .hasValue("no-cache");
    }

    @Test
    void isNotThereUntilItIsExposed() throws Exception {
        start(Stack.SERVLET);

        assertThat(get("/actuator/concorconsole/").statusCode()).isEqualTo(404);
        assertThat(application.getBeanNamesForType(ConcorConsoleEndpoint.class)).isEmpty();
    }
}
