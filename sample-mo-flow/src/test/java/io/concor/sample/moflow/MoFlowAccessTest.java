package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Sampling;
import io.concor.layout.Layout;
import io.concor.manage.Manager;
import io.concor.sample.HttpCaller;
import io.concor.sample.InProductionMode;
import io.concor.sample.moflow.EndpointCalls.Call;
import java.lang.reflect.Method;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Stream;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointsSupplier;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.ApplicationContext;

/** The access control of the gateway in production mode, over every operation of every endpoint. */
@ExtendWith(OutputCaptureExtension.class)
class MoFlowAccessTest extends MoFlowInProduction {

    private static final String FLOW = "mo-flow";
    private static final String AUDIT = "/actuator/auditevents";

    private record State(Layout layout, Sampling sampling, List<String> presets) {

        static State of(Manager manager) {
            return new State(
                    manager.flow(FLOW).layout(),
                    manager.flow(FLOW).sampling(),
                    manager.flow(FLOW).presets().names());
        }
    }

    @Autowired
    private Manager manager;

    private EndpointCalls endpoints = new EndpointCalls(List::of);
    private HttpCaller client = new HttpCaller(0);
    private HttpCaller anonymous = new HttpCaller(0);
    private HttpCaller viewer = new HttpCaller(0);
    private HttpCaller operator = new HttpCaller(0);
    private HttpCaller intruder = new HttpCaller(0);
    private State before;

    @BeforeEach
    void connect(
            @LocalServerPort int port,
            @LocalManagementPort int managementPort,
            @Autowired WebEndpointsSupplier supplier) {
        endpoints = new EndpointCalls(supplier);
        client = new HttpCaller(port);
        anonymous = new HttpCaller(managementPort);
        viewer = HttpCaller.as("viewer", InProductionMode.VIEWER_PASSWORD, managementPort);
        intruder = HttpCaller.as("intruder", "a guess", managementPort);
        operator = HttpCaller.as("operator", InProductionMode.OPERATOR_PASSWORD, managementPort);
    }

    @BeforeEach
    void look() {
        before = State.of(manager);
    }

    @AfterEach
    void nothingHasChanged() {
        assertThat(State.of(manager)).isEqualTo(before);
    }

    @Test
    void callsEveryOperationOfConcor(@Autowired ApplicationContext context) {
        long written = context.getBeansWithAnnotation(Endpoint.class).values().stream()
                .map(Object::getClass)
                .filter(type -> type.getName().startsWith("io.concor."))
                .flatMap(type -> Stream.of(type.getMethods()))
                .filter(MoFlowAccessTest::isOperation)
                .count();

        assertThat(endpoints.calls(call -> call.path().startsWith("/actuator/concor")))
                .hasSize((int) written)
                .contains(new Call("DELETE", EndpointCalls.SLOT));
    }

    @Test
    void callersWithoutAPasswordReadAndChangeNothing() {
        assertThat(endpoints.calls(call -> !call.isHealth())).allSatisfy(call -> assertThat(call.by(anonymous))
                .returns(401, HttpResponse::statusCode)
                .extracting(HttpResponse::body)
                .asString()
                .doesNotContain("version", "trace"));
    }

    @Test
    void callersWithoutAPasswordDoNotLearnWhatIsWrongWithABody() {
        String twice = "{\"threads\":2,\"threads\":3}";

        assertThat(List.of("POST", "DELETE")).allSatisfy(method -> {
            assertThat(anonymous.call(method, EndpointCalls.SLOT, BodyPublishers.ofString(twice)))
                    .returns(401, HttpResponse::statusCode);
            assertThat(viewer.call(method, EndpointCalls.SLOT, BodyPublishers.ofString(twice)))
                    .returns(403, HttpResponse::statusCode);
            assertThat(operator.call(method, EndpointCalls.SLOT, BodyPublishers.ofString(twice)))
                    .returns(400, HttpResponse::statusCode);
        });
    }

    @Test
    void callersWithoutAPasswordLearnOnlyWhetherItIsUp() {
        assertThat(anonymous.get("/actuator/health").body())
                .contains("\"status\":\"UP\"")
                .doesNotContain("concor", "details");
        assertThat(viewer.get("/actuator/health").body()).contains("\"concor\"").doesNotContain("\"path\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/actuator/health", "/actuator/health/liveness", "/actuator/health/readiness"})
    void probesNeedNoPassword(String path) {
        assertThat(List.of("GET", "HEAD"))
                .allSatisfy(method -> assertThat(anonymous.call(method, path)).returns(200, HttpResponse::statusCode));
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "OPTIONS", "PUT", "PATCH", "POST", "DELETE"})
    void everyMethodOnEveryEndpointNeedsARole(String method) {
        assertThat(endpoints.roots(path -> !path.endsWith("/health")))
                .contains("/actuator", "/actuator/concor")
                .allSatisfy(path -> assertThat(anonymous.call(method, path)).returns(401, HttpResponse::statusCode));
    }

    @ParameterizedTest
    @ValueSource(strings = {"OPTIONS", "PUT", "PATCH", "POST", "DELETE"})
    void everyMethodOnEveryEndpointThatDoesNotReadNeedsTheRoleOfTheOperator(String method) {
        assertThat(endpoints.roots(path -> true))
                .contains("/actuator", "/actuator/health")
                .allSatisfy(path -> {
                    assertThat(anonymous.call(method, path)).returns(401, HttpResponse::statusCode);
                    assertThat(viewer.call(method, path)).returns(403, HttpResponse::statusCode);
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"OPTIONS", "PUT", "PATCH", "POST", "DELETE", "TRACE", "NOVEL"})
    void methodsThatNoEndpointHasLeaveNoWarning(String method, CapturedOutput output) {
        int before = output.getAll().length();

        assertThat(List.of("/actuator", "/actuator/concor", "/actuator/health")).allSatisfy(path -> assertThat(
                        List.of(anonymous, viewer, operator))
                .allSatisfy(caller ->
                        assertThat(caller.call(method, path).statusCode()).isLessThan(500)));

        assertThat(output.getAll().substring(before)).doesNotContain("WARN");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "PUT", "POST", "DELETE"})
    void thereIsNoErrorPageWithoutAnError(String method) {
        assertThat(List.of(client, anonymous, operator)).allSatisfy(caller -> assertThat(caller.call(method, "/error"))
                .returns(404, HttpResponse::statusCode)
                .extracting(HttpResponse::body)
                .asString()
                .doesNotContainPattern("status\\W{1,3}999"));
    }

    @Test
    void theViewerReadsEverything() {
        assertThat(endpoints.calls(call -> call.reads()
                        && !call.isHealth()
                        && !call.isConsole()
                        && !call.path().equals(AUDIT)))
                .allSatisfy(call -> assertThat(call.by(viewer).statusCode())
                        .as("409 only for a prediction of which too little is known, 404 only for a queue")
                        .isIn(200, statusWithoutAnAnswer(call)));
    }

    private static int statusWithoutAnAnswer(Call call) {
        if (call.path().startsWith("/actuator/concorqueues/")) {
            return 404; // no slot is durable
        }
        return call.path().endsWith("/whatif") ? 409 : 200;
    }

    @Test
    void theViewerReadsTheConsole() {
        assertThat(viewer.get("/actuator/concorconsole/").statusCode())
                .as("404 if the page was not built")
                .isIn(200, 404);
    }

    @Test
    void aFailedLogInIsAnAuditEventForTheOperator() {
        String path = AUDIT + "?type=AUTHENTICATION_FAILURE";
        assertThat(intruder.get("/actuator").statusCode()).isEqualTo(401);

        assertThat(operator.get(path)).returns(200, HttpResponse::statusCode);
        assertThat(operator.get(path).body())
                .contains("\"principal\":\"intruder\"")
                .doesNotContain("a guess");
        assertThat(viewer.get(path)).returns(403, HttpResponse::statusCode);
    }

    @Test
    void headHasTheRulesOfGet() {
        assertThat(endpoints.calls(call -> call.reads())).isNotEmpty().allSatisfy(call -> {
            assertThat(anonymous.call("HEAD", call.path()).statusCode())
                    .isEqualTo(call.by(anonymous).statusCode());
            assertThat(viewer.call("HEAD", call.path()).statusCode())
                    .isEqualTo(call.by(viewer).statusCode());
        });
        assertThat(viewer.call("HEAD", "/actuator").statusCode()).isEqualTo(200);
    }

    @Test
    void theViewerChangesNothing() {
        assertThat(endpoints.calls(call -> !call.reads())).isNotEmpty().allSatisfy(call -> assertThat(call.by(viewer))
                .returns(403, HttpResponse::statusCode));
    }

    @Test
    void theOperatorChangesEverything() {
        assertThat(endpoints.calls(call -> !call.reads())).isNotEmpty().allSatisfy(call -> assertThat(call.by(operator))
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
        assertThat(endpoints.calls(call -> !call.reads()))
                .allSatisfy(call ->
                        assertThat(call.by(operator, header.split(": "))).returns(403, HttpResponse::statusCode));
    }

    @Test
    void aBrowserChangesWithTheTokenOfItsCookie() {
        String cookie = cookies(operator.get("/actuator/concor"))
                .filter(sent -> sent.startsWith("XSRF-TOKEN"))
                .findFirst()
                .orElseThrow()
                .split(";")[0];
        String token = cookie.substring("XSRF-TOKEN=".length());

        assertThat(endpoints.calls(call -> !call.reads())).allSatisfy(call -> assertThat(
                        call.by(operator, "Origin", "http://127.0.0.1", "Cookie", cookie, "X-XSRF-TOKEN", token))
                .returns(400, HttpResponse::statusCode));
    }

    @Test
    void aBrowserLogsInOnceAndOtherCallersEachTime() {
        Call reading = new Call("GET", "/actuator/concor");
        String[] browser = {"X-Requested-With", "XMLHttpRequest"};
        assertThat(cookies(reading.by(viewer))).noneMatch(cookie -> cookie.startsWith("JSESSIONID"));

        String session = session(reading.by(viewer, browser));

        assertThat(reading.by(anonymous, "X-Requested-With", "XMLHttpRequest", "Cookie", session))
                .returns(200, HttpResponse::statusCode);
        assertThat(reading.by(anonymous, "Cookie", session)).returns(200, HttpResponse::statusCode);
        assertThat(endpoints.calls(call -> !call.reads())).allSatisfy(call -> assertThat(call.by(
                        anonymous, "X-Requested-With", "XMLHttpRequest", "Origin", "http://a.b", "Cookie", session))
                .returns(403, HttpResponse::statusCode));
    }

    /** Otherwise a viewer who has planted its session in the browser of an operator would become one. */
    @Test
    void anotherLogInGetsAnotherSession() {
        String[] browser = {"X-Requested-With", "XMLHttpRequest"};
        Call reading = new Call("GET", "/actuator/concor");
        String planted = session(reading.by(viewer, browser));

        HttpResponse<String> answer = reading.by(operator, "X-Requested-With", "XMLHttpRequest", "Cookie", planted);

        assertThat(session(answer)).isNotEqualTo(planted);
        assertThat(reading.by(anonymous, "X-Requested-With", "XMLHttpRequest", "Cookie", planted))
                .returns(401, HttpResponse::statusCode);
    }

    private static String session(HttpResponse<String> answer) {
        return cookies(answer)
                .filter(cookie -> cookie.startsWith("JSESSIONID"))
                .findFirst()
                .orElseThrow()
                .split(";")[0];
    }

    private static Stream<String> cookies(HttpResponse<String> answer) {
        return answer.headers().allValues("Set-Cookie").stream();
    }

    @Test
    void theEndpointsAreOnNoOtherPort() {
        assertThat(endpoints.calls(call -> true))
                .allSatisfy(call -> assertThat(call.by(client).statusCode()).isEqualTo(404));
    }

    @Test
    void noEndpointIsOverJmxWhichHasNoRoles(@Autowired MBeanServer server) throws Exception {
        assertThat(server.queryNames(new ObjectName("org.springframework.boot:type=Endpoint,*"), null))
                .isEmpty();
        assertThat(server.queryNames(new ObjectName("*:*"), null))
                .as("JMX is on")
                .isNotEmpty();
    }

    private static boolean isOperation(Method method) {
        return method.isAnnotationPresent(ReadOperation.class)
                || method.isAnnotationPresent(WriteOperation.class)
                || method.isAnnotationPresent(DeleteOperation.class);
    }
}
