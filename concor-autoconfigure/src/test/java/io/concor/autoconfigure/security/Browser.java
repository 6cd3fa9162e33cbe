package io.concor.autoconfigure.security;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.HttpCookie;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A browser as it is over plain HTTP: keeps cookies, follows redirects, and sends no {@code Sec-Fetch-Site}. */
final class Browser {

    private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");

    private final CookieManager cookies = new CookieManager(null, CookiePolicy.ACCEPT_ALL);
    private final HttpClient client = HttpClient.newBuilder()
            .cookieHandler(cookies)
            .followRedirects(Redirect.ALWAYS)
            .build();
    private final String origin;

    Browser(int port) {
        origin = "http://localhost:" + port;
    }

    /** Opens a page from the address bar or by a link. */
    HttpResponse<String> open(String path) {
        return send(HttpRequest.newBuilder(URI.create(origin).resolve(path))
                .header("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
                .build());
    }

    /** Sends the form of a page. */
    HttpResponse<String> submit(String path, Map<String, String> fields) {
        String form = fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return send(HttpRequest.newBuilder(URI.create(origin + path))
                .header("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
                .header("Origin", origin)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form))
                .build());
    }

    /** Opens a page that asks for a log-in, and fills in its form. */
    HttpResponse<String> logIn(String path, String user, String password) {
        HttpResponse<String> form = open(path);
        return submit(
                form.uri().getPath(),
                Map.of("username", user, "password", password, "_csrf", hiddenToken(form.body())));
    }

    /** Sends what the console sends. */
    HttpResponse<String> change(String path, boolean withToken) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(origin + path))
                .header("Accept", "application/json")
                .header("X-Requested-With", "XMLHttpRequest")
                .header("Origin", origin)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{}"));
        if (withToken) {
            request.header("X-XSRF-TOKEN", cookie("XSRF-TOKEN").get(0));
        }
        return send(request.build());
    }

    /** Reads as the console does. */
    HttpResponse<String> read(String path) {
        return send(HttpRequest.newBuilder(URI.create(origin + path))
                .header("Accept", "application/json")
                .header("X-Requested-With", "XMLHttpRequest")
                .build());
    }

    /** Returns the value of a cookie, or an empty list. */
    List<String> cookie(String name) {
        return cookies.getCookieStore().getCookies().stream()
                .filter(cookie -> cookie.getName().equals(name))
                .map(HttpCookie::getValue)
                .toList();
    }

    static String hiddenToken(String page) {
        Matcher token = TOKEN.matcher(page);
        return token.find() ? token.group(1) : "";
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
