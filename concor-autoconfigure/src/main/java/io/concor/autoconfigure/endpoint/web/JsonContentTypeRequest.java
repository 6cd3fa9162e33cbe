package io.concor.autoconfigure.endpoint.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/** An empty request that declares JSON as its content type. */
final class JsonContentTypeRequest extends HttpServletRequestWrapper {

    JsonContentTypeRequest(HttpServletRequest request) {
        super(request);
    }

    @Override
    public String getContentType() {
        return MediaType.APPLICATION_JSON_VALUE;
    }

    @Override
    public @Nullable String getHeader(String name) {
        return isContentType(name) ? getContentType() : super.getHeader(name);
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        return isContentType(name) ? Collections.enumeration(List.of(getContentType())) : super.getHeaders(name);
    }

    private static boolean isContentType(String name) {
        return HttpHeaders.CONTENT_TYPE.equalsIgnoreCase(name);
    }
}
