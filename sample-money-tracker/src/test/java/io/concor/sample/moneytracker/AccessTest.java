package io.concor.sample.moneytracker;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Layout;
import io.concor.Manager;
import io.concor.Sampling;
import java.lang.reflect.Method;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointsSupplier;
import org.springframework.boot.actuate.endpoint.web.WebOperationRequestPredicate;
import org.springframework.context.ApplicationContext;

/**
 * Who may call what: over every operation of every endpoint that the application has, so that none can be forgotten.
 */
class AccessTest extends InProduction {

    /** An operation, at names that are there, and asked for something that would be refused if it were let in. */
    private record Call(String method, String path) {

        static Call of(WebOperationRequestPredicate operation) {
            String path = operation
                    .getPath()
                    .replace("{flow}", "money-tracker")
                    .replace("{slot}", "reader")
                    .replace("{preset}", "production")
                    .replace("{action}", "apply")
                    .replaceAll("\\{.*?}", "other");
            return new Call(operation.getHttpMethod().name(), "/actuator/" + path);
        }

        boolean reads() {
            return method.equals("GET");
        }

        boolean isHealth() {
            return path.startsWith("/actuator/health");
        }

        HttpResponse<String> by(Tracker caller, String... headers) {
            String[] sent = Stream.concat(Stream.of(headers), Stream.of("Content-Type", "application/json"))
                    .toArray(String[]::new);
            return reads()
                    ? caller.call(method, path, BodyPublishers.noBody(), sent)
                    : caller.call(method, path + "?nonsense=1", BodyPublishers.ofString("{}"), sent);
        }
    }

    private record State(Layout layout, Sampling sampling, List<String> presets) {

        static State of(Manager manager) {
            return new State(
                    manager.layout("money-tracker"),
                    manager.sampling("money-tracker"),
                    manager.presets("money-tracker"));
        }
    }

    @Autowired
    private Manager manager;

    @Autowired
    private WebEndpointsSupplier endpoints;

    private State before;

    @BeforeEach
    void look() {
        before = State.of(manager);
    }

    @AfterEach
    void nothingHasChanged() {
        assertThat(State.of(manager)).isEqualTo(before);
    }

    @Test
    void everyOperationOfConcorIsAmongThoseThatAreTried(@Autowired ApplicationContext context) {
        long written = context.getBeansWithAnnotation(Endpoint.class).values().stream()
                .map(Object::getClass)
                .filter(type -> type.getName().startsWith("io.concor."))
                .flatMap(type -> Stream.of(type.getMethods()))
                .filter(AccessTest::isOperation)
                .count();

        assertThat(calls(call -> call.path().startsWith("/actuator/concor")))
                .hasSize((int) written)
                .contains(new Call("DELETE", "/actuator/concorslots/money-tracker/reader"));
    }

    @Test
    void nobodyLearnsOrChangesAnythingWithoutAPassword() {
        assertThat(calls(call -> !call.isHealth())).allSatisfy(call -> assertThat(call.by(nobody))
                .returns(401, HttpResponse::statusCode)
                .extracting(HttpResponse::body)
                .asString()
                .doesNotContain("version", "trace"));
    }

    @Test
    void nobodyIsToldWhatIsWrongWithABodyWithoutAPassword() {
        String path = "/actuator/concorslots/money-tracker/reader";
        String twice = "{\"threads\":2,\"threads\":3}";

        assertThat(List.of("POST", "DELETE")).allSatisfy(method -> {
            assertThat(nobody.call(method, path, BodyPublishers.ofString(twice), "Content-Type", "application/json"))
                    .returns(401, HttpResponse::statusCode);
            assertThat(viewer.call(method, path, BodyPublishers.ofString(twice), "Content-Type", "application/json"))
                    .returns(403, HttpResponse::statusCode);
            assertThat(operator.call(method, path, BodyPublishers.ofString(twice), "Content-Type", "application/json"))
                    .returns(400, HttpResponse::statusCode);
        });
    }

    @Test
    void tellsNobodyMoreThanWhetherItIsUp() {
        assertThat(nobody.get("/actuator/health").body())
                .contains("\"status\":\"UP\"")
                .doesNotContain("concor", "details");
        assertThat(viewer.get("/actuator/health").body()).contains("\"concor\"").doesNotContain("\"path\"");
    }

    @Test
    void theViewerReadsEverything() {
        assertThat(calls(call -> call.reads() && !call.isHealth()))
                .allSatisfy(call -> assertThat(call.by(viewer).statusCode()).isEqualTo(200));
    }

    @Test
    void theViewerChangesNothing() {
        assertThat(calls(call -> !call.reads())).isNotEmpty().allSatisfy(call -> assertThat(call.by(viewer))
                .returns(403, HttpResponse::statusCode));
    }

    @Test
    void theOperatorIsLetIn() {
        assertThat(calls(call -> !call.reads())).isNotEmpty().allSatisfy(call -> assertThat(call.by(operator))
                .returns(400, HttpResponse::statusCode)
                .extracting(HttpResponse::body)
                .asString()
                .contains("\"field\":\"nonsense\""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Origin: https://elsewhere.example", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-origin"
            })
    void whatABrowserSendsWithoutATokenChangesNothing(String header) {
        assertThat(calls(call -> !call.reads())).allSatisfy(call -> assertThat(call.by(operator, header.split(": ")))
                .returns(403, HttpResponse::statusCode));
    }

    @Test
    void aBrowserIsLetInWithTheTokenOfItsCookie() {
        String cookie = operator.get("/actuator/concor")
                .headers()
                .firstValue("Set-Cookie")
                .orElseThrow()
                .split(";")[0];
        String token = cookie.substring("XSRF-TOKEN=".length());

        assertThat(calls(call -> !call.reads())).allSatisfy(call -> assertThat(
                        call.by(operator, "Origin", "http://127.0.0.1", "Cookie", cookie, "X-XSRF-TOKEN", token))
                .returns(400, HttpResponse::statusCode));
    }

    @Test
    void theEndpointsAreOnNoOtherPort() {
        assertThat(calls(call -> true))
                .allSatisfy(call -> assertThat(call.by(tracker).statusCode()).isEqualTo(404));
    }

    @Test
    void nothingIsOfferedOverJmxWhichKnowsNoRoles(@Autowired MBeanServer server) throws Exception {
        assertThat(server.queryNames(new ObjectName("org.springframework.boot:type=Endpoint,*"), null))
                .isEmpty();
        assertThat(server.queryNames(new ObjectName("*:*"), null))
                .as("JMX is on")
                .isNotEmpty();
    }

    private List<Call> calls(Predicate<Call> wanted) {
        return endpoints.getEndpoints().stream()
                .flatMap(endpoint -> endpoint.getOperations().stream())
                .map(operation -> Call.of(operation.getRequestPredicate()))
                .filter(wanted)
                .toList();
    }

    private static boolean isOperation(Method method) {
        return method.isAnnotationPresent(ReadOperation.class)
                || method.isAnnotationPresent(WriteOperation.class)
                || method.isAnnotationPresent(DeleteOperation.class);
    }
}
