package io.concor.autoconfigure.endpoint.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.view.json.JacksonJsonView;

/** What a client of Spring MVC is told of a request that never comes to an operation. */
final class RejectedRequestView {

    private RejectedRequestView() {}

    static ModelAndView of(RejectedRequestException refused) {
        ModelAndView answer = new ModelAndView(new JacksonJsonView(), refused.body());
        answer.setStatus(refused.status());
        return answer;
    }

    /** At once: a server may want to read the rest of the request before it sends what is left of the answer. */
    static void render(RejectedRequestException refused, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.setStatus(refused.status().value());
        try {
            new JacksonJsonView().render(refused.body(), request, response);
            response.flushBuffer();
        } catch (IOException | RuntimeException failed) {
            throw failed;
        } catch (Exception failed) {
            throw new IOException(failed);
        }
    }
}
