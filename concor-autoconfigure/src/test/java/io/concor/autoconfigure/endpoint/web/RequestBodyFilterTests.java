package io.concor.autoconfigure.endpoint.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.autoconfigure.endpoint.OrderFlow;
import io.concor.autoconfigure.endpoint.RawHttp;
import io.concor.layout.Layout;
import io.concor.manage.Manager;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.servlet.filter.OrderedFilter;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The filters apply to the endpoints on every path and port. */
class RequestBodyFilterTests {

    private static final String A_BYTE_TOO_MUCH = "{\"threads\":8" + " ".repeat(RequestBodyRules.MAX_BYTES - 12) + "}";
    private static final String FORM = "Content-Type: application/x-www-form-urlencoded\r\n";
    private static final String THE_LONGEST = A_BYTE_TOO_MUCH.replaceFirst(" ", "");

    @ParameterizedTest
    @CsvSource({
        "SERVLET, /actuator/concorslots, ''",
        "SERVLET, /api/actuator/concorslots, spring.mvc.servlet.path=/api",
        "SERVLET, /manage/joins, management.endpoints.web.base-path=/manage management.endpoints.web.path-mapping.concorslots=joins",
        "SERVLET, /actuator/concorslots, management.server.port=0",
        "SERVLET, /ops/actuator/concorslots, management.server.port=0 management.server.base-path=/ops spring.mvc.servlet.path=/api",
        "REACTIVE, /api/manage/joins, spring.webflux.base-path=/api management.endpoints.web.base-path=/manage management.endpoints.web.path-mapping.concorslots=joins",
        "REACTIVE, /ops/actuator/concorslots, management.server.port=0 management.server.base-path=/ops spring.webflux.base-path=/api"
    })
    void limitsTheBodyAndRefusesRepeatedNames(WebApplicationType type, String slots, String properties) {
        try (ConfigurableApplicationContext context = start(type, properties)) {
            int port = port(context);
            String path = slots + "/orders/resolver";
            Layout before = context.getBean(Manager.class).flow("orders").layout();

            assertThat(post(port, path, "Content-Length: 104857600", ""))
                    .as("declared, and never sent")
                    .startsWith("HTTP/1.1 413 ")
                    .contains("\"error\":\"body too large\"", "\"allowed\":\"up to 16384 bytes\"");
            assertThat(post(port, path, "Transfer-Encoding: chunked", chunked(A_BYTE_TOO_MUCH)))
                    .startsWith("HTTP/1.1 413 ");
            assertThat(post(port, path, "Transfer-Encoding: chunked", chunked("{\"threads\":8,\"threads\":9}")))
                    .startsWith("HTTP/1.1 400 ")
                    .contains("\"field\":\"threads\"", "more than once");
            assertThat(post(port, path, "Transfer-Encoding: chunked", chunked("{\"threads\":{\"a\":1,\"a\":2}}")))
                    .startsWith("HTTP/1.1 400 ")
                    .contains("a list, an object, or not JSON");
            assertThat(RawHttp.exchange(
                            port, "PUT " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 405 ")
                    .containsIgnoringCase("Allow: ")
                    .contains("\"allowed\":\"DELETE, GET, POST\"");
            assertThat(context.getBean(Manager.class).flow("orders").layout()).isEqualTo(before);

            assertThat(post(port, path, "Transfer-Encoding: chunked", chunked(THE_LONGEST)))
                    .startsWith("HTTP/1.1 200 ")
                    .contains("\"changed\":true");
        }
    }

    @ParameterizedTest
    @CsvSource({"SERVLET, IBM037", "SERVLET, ISO-8859-1", "REACTIVE, IBM037"})
    @Tag("full")
    void refusesAnEncodingInWhichItDoesNotSeeRepeatedNames(WebApplicationType type, String charset) {
        try (ConfigurableApplicationContext context = start(type, "")) {
            Layout before = context.getBean(Manager.class).flow("orders").layout();

            assertThat(postTwice(port(context), charset))
                    .startsWith("HTTP/1.1 415 ")
                    .contains(
                            "\"field\":\"Content-Type\"",
                            "\"reason\":\"its charset is '" + charset + "'\"",
                            "\"allowed\":\"application/json in UTF-8, UTF-16 or UTF-32\"");
            assertThat(context.getBean(Manager.class).flow("orders").layout()).isEqualTo(before);
        }
    }

    @Test
    void seesRepeatedNamesInTheEncodingsOfJson() {
        try (ConfigurableApplicationContext context = start(WebApplicationType.SERVLET, "")) {
            assertThat(List.of("UTF-8", "UTF-16", "UTF-16BE", "UTF-16LE", "UTF-32", "UTF-32BE", "UTF-32LE"))
                    .allSatisfy(charset -> assertThat(postTwice(port(context), charset))
                            .startsWith("HTTP/1.1 400 ")
                            .contains("\"field\":\"threads\"", "more than once"));
        }
    }

    @ParameterizedTest
    @CsvSource({"SERVLET, ''", "SERVLET, management.server.port=0", "REACTIVE, ''", "REACTIVE, management.server.port=0"
    })
    @Tag("full")
    void refusesNullAndInvalidEncodings(WebApplicationType type, String properties) {
        try (ConfigurableApplicationContext context = start(type, properties)) {
            Layout before = context.getBean(Manager.class).flow("orders").layout();

            for (String name : List.of("dryRun", "expectedVersion", "revertAfter", "pool")) {
                assertThat(postResolver(context, "{\"threads\":17,\"" + name + "\":null}"))
                        .startsWith("HTTP/1.1 400 ")
                        .contains(
                                "\"field\":\"" + name + "\"",
                                "\"reason\":\"it is null\"",
                                "\"allowed\":\"a value, or leave out the name\"");
            }
            for (String invalid : List.of(
                    "{\"thr\u00c1\u00a5ads\":17}", // overlong
                    "{\"threads\":17,\"reason\":\"\u00e9\"}", // ISO 8859-1
                    "{\"threads\":17,\"reason\":\"\u00ed\u00a0\u0080\"}")) { // half of a character
                assertThat(postResolver(context, invalid))
                        .startsWith("HTTP/1.1 400 ")
                        .contains("\"field\":\"body\"", "its bytes are not valid UTF-8");
            }
            assertThat(context.getBean(Manager.class).flow("orders").layout()).isEqualTo(before);
        }
    }

    private static String postResolver(ConfigurableApplicationContext context, String body) {
        return post(port(context), "/actuator/concorslots/orders/resolver", "Content-Length: " + body.length(), body);
    }

    /** Posts a name twice, in a declared encoding. */
    private static String postTwice(int port, String charset) {
        byte[] body = "{\"threads\":8,\"threads\":9}".getBytes(Charset.forName(charset));
        return post(
                port,
                "/actuator/concorslots/orders/resolver",
                "Content-Type: application/json;charset=" + charset + "\r\n",
                "Content-Length: " + body.length,
                new String(body, StandardCharsets.ISO_8859_1));
    }

    @Test
    void readsNoBodyOfAnUnauthorizedRequest() {
        try (ConfigurableApplicationContext context =
                start(WebApplicationType.SERVLET, "", OrderFlow.class, NobodyLetIn.class)) {
            int port = port(context);
            String resolver = "/actuator/concorslots/orders/resolver";

            assertThat(post(port, resolver, "Content-Length: 100", "{\"threads\":"))
                    .as("never sent as a whole")
                    .startsWith("HTTP/1.1 401 ");
            assertThat(post(port, resolver, "Content-Length: 25", "{\"threads\":8,\"threads\":9}"))
                    .startsWith("HTTP/1.1 401 ");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void requiresNoContentTypeForAnEmptyBodyUnlessABrowserSendsIt(WebApplicationType type, @TempDir Path presets) {
        try (ConfigurableApplicationContext context = start(type, "concor.presets.location=" + presets)) {
            int port = port(context);
            Manager manager = context.getBean(Manager.class);

            assertThat(postNothing(port, "concorpresets/orders/calm", "")).startsWith("HTTP/1.1 200 ");
            assertThat(postNothing(port, "concorpresets/orders/calm/apply", ""))
                    .startsWith("HTTP/1.1 200 ")
                    .contains("\"preset\":\"calm\"");
            assertThat(postNothing(port, "concorslots/orders/resolver?threads=8", FORM))
                    .as("as a client declares it that sends a form with nothing in it")
                    .startsWith("HTTP/1.1 200 ");
            assertThat(postNothing(port, "concorslots/orders/resolver", ""))
                    .startsWith("HTTP/1.1 200 ")
                    .contains("\"changed\":false");
            assertThat(post(port, "/actuator/concorslots/orders/resolver", "", "Content-Length: 2", "{}"))
                    .as("a body has a type")
                    .startsWith("HTTP/1.1 415 ");

            Layout before = manager.flow("orders").layout();
            for (String browser : List.of("Origin: null\r\n", "Sec-Fetch-Site: cross-site\r\n")) {
                assertThat(postNothing(port, "concorslots/orders/resolver?threads=2", browser))
                        .startsWith("HTTP/1.1 415 ");
                assertThat(postNothing(port, "concorslots/orders/resolver?threads=2", FORM + browser))
                        .startsWith("HTTP/1.1 415 ");
            }
            assertThat(manager.flow("orders").layout()).isEqualTo(before);
        }
    }

    private static String postNothing(int port, String path, String headers) {
        return post(port, "/actuator/" + path, headers, "Content-Length: 0", "");
    }

    /** Rejects requests in the order of Spring Security. */
    @Configuration(proxyBeanMethods = false)
    static class NobodyLetIn {

        @Bean
        FilterRegistrationBean<Filter> nobodyLetIn() {
            FilterRegistrationBean<Filter> closed = new FilterRegistrationBean<>((request, response, chain) -> {
                ((HttpServletResponse) response).setStatus(401);
                response.getWriter().write("{}");
                response.flushBuffer(); // Tomcat waits for the rest of the body next
            });
            closed.setName("nobodyLetIn");
            closed.setOrder(OrderedFilter.REQUEST_WRAPPER_FILTER_MAX_ORDER - 100);
            return closed;
        }
    }

    @Test
    void limitsTheBodyBeforeTheFormFilter() {
        try (ConfigurableApplicationContext context = start(WebApplicationType.SERVLET, "", OrderFlow.class)) {
            String form = "dryRun=true&reason=" + "x".repeat(RequestBodyRules.MAX_BYTES);

            assertThat(RawHttp.exchange(
                            port(context),
                            "DELETE /actuator/concorslots/orders/logger HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                                    + "Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n"
                                    + chunked(form)))
                    .startsWith("HTTP/1.1 413 ");
        }
    }

    /** As the filter of Spring Security against CSRF does. */
    @Configuration(proxyBeanMethods = false)
    static class ParameterAskedFor {

        @Bean
        FilterRegistrationBean<Filter> parameterAskedFor() {
            FilterRegistrationBean<Filter> asking = new FilterRegistrationBean<>((request, response, chain) -> {
                request.getParameter("_csrf");
                chain.doFilter(request, response);
            });
            asking.setName("parameterAskedFor");
            asking.setOrder(OrderedFilter.REQUEST_WRAPPER_FILTER_MAX_ORDER - 100);
            return asking;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/x-www-form-urlencoded", "Multipart/form-data; boundary=x"})
    void doesNotReadAPostedFormForFiltersThatAskForAParameter(String type) {
        try (ConfigurableApplicationContext context =
                start(WebApplicationType.SERVLET, "", OrderFlow.class, ParameterAskedFor.class)) {
            assertThat(post(
                            port(context),
                            "/actuator/concorslots/orders/resolver",
                            "Content-Type: " + type + "\r\n",
                            "Content-Length: 1000",
                            "t"))
                    .as("never sent as a whole")
                    .startsWith("HTTP/1.1 415 ")
                    .contains("\"field\":\"Content-Type\"", "\"allowed\":\"application/json\"");
        }
    }

    private static ConfigurableApplicationContext start(WebApplicationType type, String properties) {
        return start(type, properties, OrderFlow.class);
    }

    private static ConfigurableApplicationContext start(
            WebApplicationType type, String properties, Class<?>... sources) {
        Stream<String> common = Stream.of(
                "server.port=0",
                "management.endpoints.web.exposure.include=*",
                "management.endpoints.access.default=unrestricted");
        return new SpringApplicationBuilder(sources)
                .web(type)
                .properties(Stream.concat(
                                common, Arrays.stream(properties.split(" ")).filter(property -> !property.isEmpty()))
                        .toArray(String[]::new))
                .run();
    }

    private static int port(ConfigurableApplicationContext context) {
        String port = context.getEnvironment().getProperty("local.management.port");
        return Integer.parseInt(
                port == null ? context.getEnvironment().getRequiredProperty("local.server.port") : port);
    }

    private static String post(int port, String path, String length, String body) {
        return post(port, path, "Content-Type: application/json\r\n", length, body);
    }

    private static String post(int port, String path, String headers, String length, String body) {
        return RawHttp.exchange(
                port,
                "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers + length + "\r\n\r\n"
                        + body);
    }

    private static String chunked(String body) {
        return Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n";
    }
}
