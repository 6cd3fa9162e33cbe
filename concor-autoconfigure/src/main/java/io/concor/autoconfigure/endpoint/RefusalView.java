package io.concor.autoconfigure.endpoint;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.view.json.JacksonJsonView;

/** What a client is told of a request that never comes to an endpoint, in the shape of {@link ErrorDescriptor}. */
final class RefusalView {

    private RefusalView() {}

    static ModelAndView of(HttpStatus status, String error, String field, String reason, String allowed) {
        Map<String, String> body = new LinkedHashMap<>();
        body.put("error", error);
        body.put("field", field);
        body.put("reason", reason);
        body.put("allowed", allowed);
        ModelAndView answer = new ModelAndView(new JacksonJsonView(), body);
        answer.setStatus(status);
        return answer;
    }

    /** At once: a server may want to read the rest of the request before it sends what is left of the answer. */
    static void render(ModelAndView answer, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        HttpStatusCode status = Objects.requireNonNull(answer.getStatus());
        response.setStatus(status.value());
        try {
            Objects.requireNonNull(answer.getView()).render(answer.getModel(), request, response);
            response.flushBuffer();
        } catch (IOException | RuntimeException failed) {
            throw failed;
        } catch (Exception failed) {
            throw new IOException(failed);
        }
    }
}
