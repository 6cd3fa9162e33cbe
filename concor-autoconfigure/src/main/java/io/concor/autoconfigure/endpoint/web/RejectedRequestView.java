package io.concor.autoconfigure.endpoint.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.view.json.JacksonJsonView;

/** Renders the response to a rejected request in Spring MVC. */
final class RejectedRequestView {

    private RejectedRequestView() {}

    static ModelAndView of(RejectedRequestException rejected) {
        ModelAndView view = new ModelAndView(new JacksonJsonView(), rejected.body());
        view.setStatus(rejected.status());
        return view;
    }

    /**
     * Renders and flushes the response: a server may read the rest of the request before it sends a buffered response.
     */
    static void render(RejectedRequestException rejected, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.setStatus(rejected.status().value());
        try {
            new JacksonJsonView().render(rejected.body(), request, response);
            response.flushBuffer();
        } catch (IOException | RuntimeException failed) {
            throw failed;
        } catch (Exception failed) {
            throw new IOException(failed);
        }
    }
}
