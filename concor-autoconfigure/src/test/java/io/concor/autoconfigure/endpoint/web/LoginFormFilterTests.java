package io.concor.autoconfigure.endpoint.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.springframework.http.MediaType;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/** Callers without a log-in send forms of log-ins, so the forms are limited. */
class LoginFormFilterTests {

    private static final String FORM = MediaType.APPLICATION_FORM_URLENCODED_VALUE;

    private final AtomicLong nanos = new AtomicLong();
    private final MockHttpServletResponse response = new MockHttpServletResponse();
    private final Map<String, List<String>> fields = new LinkedHashMap<>();

    /** Filters a request and reads its parameters, as Spring Security does. */
    private void filter(MockHttpServletRequest request) throws ServletException, IOException {
        new LoginFormFilter(Set.of("/actuator/login"), nanos::get).doFilter(request, response, (passed, to) -> {
            Collections.list(passed.getParameterNames())
                    .forEach(name -> fields.put(name, List.of(passed.getParameterValues(name))));
            assertThat(fields.keySet()).allSatisfy(name -> assertThat(passed.getParameter(name))
                    .isEqualTo(fields.get(name).get(0)));
        });
    }

    private static MockHttpServletRequest post(String type, String body) {
        MockHttpServletRequest request = new MockHttpServletRequest("POST", "/actuator/login");
        request.setContentType(type);
        request.setContent(body.getBytes(UTF_8));
        return request;
    }

    @Test
    void readsTheFieldsOfTheFormAndOfTheQuery() throws Exception {
        MockHttpServletRequest request =
                post(FORM + ";charset=UTF-8", "username=an%20n%C3%A4+b&password=a%26b%3D&none");
        request.setQueryString("continue=1&username=first");

        filter(request);

        assertThat(fields)
                .containsEntry("username", List.of("first", "an n\u00e4 b"))
                .containsEntry("password", List.of("a&b="))
                .containsEntry("continue", List.of("1"))
                .hasSize(3);
    }

    @Test
    void readsNoFieldsOfAnotherType() throws Exception {
        filter(post("multipart/form-data; boundary=x", "username=anna"));

        assertThat(fields).isEmpty();
    }

    @Test
    void refusesAFormThatIsTooLargeAndReadsNoFurther() throws Exception {
        filter(post(FORM, "password=" + "x".repeat(RequestBodyRules.MAX_BYTES)));

        assertThat(response.getStatus()).isEqualTo(413);
    }

    @Test
    void refusesAFormThatDrips() throws Exception {
        DrippingForm form = new DrippingForm();
        MockHttpServletRequest request = new MockHttpServletRequest("POST", "/actuator/login") {
            @Override
            public ServletInputStream getInputStream() {
                return form;
            }
        };
        request.setContentType(FORM);

        filter(request);

        assertThat(response.getStatus()).isEqualTo(408);
        assertThat(form.read).as("bytes read").isEqualTo(11);
    }

    @Test
    void refusesWhatIsNoForm() throws Exception {
        filter(post(FORM, "username=%zz"));

        assertThat(response.getStatus()).isEqualTo(400);
    }

    @Test
    void refusesFormsOnOtherPaths() throws Exception {
        MockHttpServletRequest request = new MockHttpServletRequest("PUT", "/actuator/health");
        request.setContentType(FORM);
        request.setContent(new byte[] {'x'});

        filter(request);

        assertThat(response.getStatus()).isEqualTo(415);
    }

    @Test
    void leavesOtherRequestsAlone() throws Exception {
        MockHttpServletRequest request = new MockHttpServletRequest("GET", "/actuator/login");
        request.setParameter("error", "");

        filter(request);

        assertThat(fields).containsKey("error");
    }

    /** Returns one byte a second and does not end. */
    private final class DrippingForm extends ServletInputStream {

        private int read;

        @Override
        public int read() {
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            read++;
            return 'x';
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            target[offset] = (byte) read();
            return 1;
        }

        @Override
        public boolean isFinished() {
            return false;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new UnsupportedOperationException();
        }
    }
}
