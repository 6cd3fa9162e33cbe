package io.concor.console;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
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
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
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
        start(List.of(Application.class), stack, properties);
    }

    private void start(List<Class<?>> configurations, Stack stack, String... properties) {
        List<String> all = new ArrayList<>(List.of("server.port=0", "spring.main.banner-mode=off"));
        all.add("spring.autoconfigure.exclude=" + stack.excluded);
        all.addAll(List.of(properties));
        application = new SpringApplicationBuilder(configurations.toArray(Class<?>[]::new))
                .web(stack.type)
                .properties(all.toArray(String[]::new))
                .run();
    }

    @AfterEach
    void stop() {
        application.close();
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
    }

    private URI uri(String path) {
        String port = application.getEnvironment().getProperty("local.management.port");
        String used = port == null ? application.getEnvironment().getProperty("local.server.port") : port;
        return URI.create("http://localhost:" + used + path);
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

    @ParameterizedTest
    @EnumSource(Stack.class)
    void neitherParametersNorBodyMatter(Stack stack) throws Exception {
        start(stack, EXPOSED);
        int expected = get("/actuator/concorconsole").statusCode();

        for (String query : List.of("=", "%FF=1", "a=%ED%A0%80", "&&&", "a=1&a=2")) {
            assertThat(get("/actuator/concorconsole?" + query).statusCode())
                    .as(query)
                    .isEqualTo(expected);
        }
        for (String type : List.of("multipart/form-data", "multipart/form-data; boundary=x")) {
            assertThat(send("GET", type, "{}").statusCode()).as(type).isEqualTo(expected);
            assertThat(send("POST", type, "{}").statusCode()).as(type).isEqualTo(405);
        }
    }

    private HttpResponse<String> send(String method, String contentType, String body) throws Exception {
        return client.send(
                HttpRequest.newBuilder(uri("/actuator/concorconsole"))
                        .header("Content-Type", contentType)
                        .method(method, BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    /** A filter such as Spring Security's firewall, which answers before the application. */
    @Configuration(proxyBeanMethods = false)
    static class Rejecting {

        @Bean
        FilterRegistrationBean<Filter> rejecting() {
            FilterRegistrationBean<Filter> filter = new FilterRegistrationBean<>(
                    (request, response, chain) -> ((HttpServletResponse) response).sendError(401));
            filter.setOrder(-100);
            return filter;
        }
    }

    @Test
    @DisabledIfSystemProperty(named = "console.skip", matches = "true")
    void aRefusalIsProtectedTooAndNotKept() throws Exception {
        start(Stack.SERVLET, EXPOSED);
        String asset = asset(get("/actuator/concorconsole/").body(), ".js");
        application.close();
        start(List.of(Application.class, Rejecting.class), Stack.SERVLET, EXPOSED);

        HttpResponse<String> refusal = get("/actuator/concorconsole/" + asset);

        assertThat(refusal.statusCode()).isEqualTo(401);
        assertThat(refusal.headers().firstValue("Content-Security-Policy")).isPresent();
        assertThat(refusal.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(refusal.headers().firstValue("Cache-Control").orElse("")).doesNotContain("immutable");
    }

    @Test
    void isNotThereUntilItIsExposed() throws Exception {
        start(Stack.SERVLET);

        assertThat(get("/actuator/concorconsole/").statusCode()).isEqualTo(404);
        assertThat(application.getBeanNamesForType(ConcorConsoleEndpoint.class)).isEmpty();
    }
}
