package io.concor.console.sba;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import de.codecentric.boot.admin.server.config.EnableAdminServer;
import io.concor.SimpleTask;
import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A Spring Boot Admin server with the extension, and an application with a flow that is registered there. */
class SpringBootAdminTests {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    static Path queues;

    private static ConfigurableApplicationContext admin;
    private static ConfigurableApplicationContext application;
    private static String adminUrl;
    private static String instance;
    private static String other;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableAdminServer
    static class Admin {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Orders {

        @Bean
        SimpleTask<String, String> reader() {
            return new Trim();
        }

        @Bean
        SimpleTask<String, String> writer() {
            return new Trim();
        }
    }

    static class Trim implements SimpleTask<String, String> {

        @Override
        public String apply(String text) {
            return text.trim();
        }
    }

    @BeforeAll
    static void registerAnApplication() throws Exception {
        admin = start(Admin.class);
        application = start(
                Orders.class,
                "concor.flows.orders.tasks=reader,writer",
                "concor.flows.bills.tasks=writer",
                "concor.flows.bills.slots.writer.pool=fixed",
                "concor.flows.bills.slots.writer.threads=2",
                "concor.flows.bills.slots.writer.queue=durable",
                "management.endpoints.web.exposure.include=health,concor,concorstats,concorsampling,concorslots,"
                        + "concorpresets,concorqueues,concorchanges,concordiagnosis,concorautopilot",
                "concor.queues.location=" + queues.resolve("queues.db"),
                "management.endpoint.concorslots.access=unrestricted",
                "management.endpoint.concorqueues.access=unrestricted",
                "management.endpoint.concorchanges.access=unrestricted");
        adminUrl = url(admin);
        instance = register("orders");
        other = register("orders-2");
    }

    /** Registers the application under a name, and returns the path of the instance. */
    private static String register(String name) throws Exception {
        String actuator = url(application) + "actuator";
        HttpResponse<String> registered = send("POST", "instances", """
                {"name": "%s", "managementUrl": "%s", "healthUrl": "%s/health?%s"}
                """.formatted(name, actuator, actuator, name));
        assertThat(registered.statusCode()).as(registered.body()).isEqualTo(201);
        String path = "instances/" + JsonPath.<String>read(registered.body(), "$.id");
        await("the endpoints of the instance")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(send("GET", path, "").body()).contains("\"concor\""));
        return path;
    }

    private static ConfigurableApplicationContext start(Class<?> source, String... properties) {
        return new SpringApplicationBuilder(source)
                .web(WebApplicationType.SERVLET)
                .properties("server.port=0", "server.shutdown=immediate", "spring.main.banner-mode=off")
                .properties(properties)
                .run();
    }

    private static String url(ConfigurableApplicationContext context) {
        return "http://localhost:" + context.getEnvironment().getProperty("local.server.port") + "/";
    }

    private static HttpResponse<String> send(String method, String path, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(adminUrl + path))
                .header("Accept", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }

    @AfterAll
    static void stop() {
        admin.close();
        application.close();
    }

    @Test
    @DisabledIfSystemProperty(named = "console.tests.skip", matches = "true")
    void loadsTheExtension() throws Exception {
        String page = get("").body();

        assertThat(extension(page, "css").statusCode()).isEqualTo(200);
        HttpResponse<String> script = extension(page, "js");
        assertThat(script.statusCode()).isEqualTo(200);
        assertThat(script.headers().firstValue("Content-Type").orElseThrow()).contains("javascript");
        assertThat(script.body()).contains("instances/concor").doesNotContainPattern("\\beval\\(|\\bFunction\\(");
    }

    private static HttpResponse<String> extension(String page, String suffix) throws Exception {
        Matcher path =
                Pattern.compile("extensions/concor/concor-[\\w-]+\\." + suffix).matcher(page);
        assertThat(path.find()).as(page).isTrue();
        return get(path.group());
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return CLIENT.send(HttpRequest.newBuilder(URI.create(adminUrl + path)).build(), BodyHandlers.ofString());
    }

    @Test
    void passesWhatAnEndpointAnswers() throws Exception {
        assertThat(send("GET", instance + "/actuator/concor/orders", "").body()).contains("\"reader\"", "\"writer\"");
        HttpResponse<String> unknown = send("GET", instance + "/actuator/concor/none", "");
        assertThat(unknown.statusCode()).isEqualTo(404);
        HttpResponse<String> refused =
                send("POST", instance + "/actuator/concorslots/orders/writer", "{\"pool\": \"fixed\", \"threads\": 0}");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("\"allowed\"", "\"threads\"");
    }

    @Test
    void saysByOptionsWhatMayBeChanged() throws Exception {
        assertThat(allowed("concorslots/orders/writer")).contains("POST");
        assertThat(allowed("concorchanges/orders")).contains("POST");
        assertThat(allowed("concorqueues/bills.writer")).contains("POST");
        assertThat(allowed("concorsampling/orders")).contains("GET").doesNotContain("POST");
    }

    private static String allowed(String path) throws Exception {
        return String.join(
                ",",
                send("OPTIONS", instance + "/actuator/" + path, "").headers().allValues("Allow"));
    }

    @Test
    @DisabledIfSystemProperty(named = "console.tests.skip", matches = "true")
    @Tag("full")
    void showsAndChangesTheFlowInABrowser() throws Exception {
        ProcessBuilder browser = new ProcessBuilder("node", "--test", "browser/sba.test.mjs")
                .directory(new File("../concor-console/web"))
                .redirectErrorStream(true);
        browser.environment().put("CONCOR_SBA_VIEW", adminUrl + instance + "/concor");
        browser.environment().put("CONCOR_SBA_OTHER_VIEW", adminUrl + other + "/concor");

        Process process = browser.start();
        String output = new String(process.getInputStream().readAllBytes());

        assertThat(process.waitFor()).as(output).isZero();
    }
}
