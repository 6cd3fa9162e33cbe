package io.concor.autoconfigure.security;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.util.MultiValueMap;
import org.springframework.web.util.UriComponentsBuilder;

/** A provider of OpenID Connect over HTTP, whose user is always logged in there. */
final class OpenIdProvider implements AutoCloseable {

    private static final String CLIENT = "concor";

    private final HttpServer server;
    private final RSAKey key;
    private final Map<String, String> noncesByCode = new ConcurrentHashMap<>();
    private volatile String subject = "nobody";
    private volatile Map<String, Object> claims = Map.of();
    private volatile boolean forgetsNonces;

    OpenIdProvider() {
        try {
            key = new RSAKeyGenerator(2048).keyID("test").generate();
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (JOSEException failed) {
            throw new IllegalStateException(failed);
        }
        server.createContext("/authorize", this::authorize);
        server.createContext("/token", this::token);
        server.createContext("/keys", exchange -> answer(exchange, new JWKSet(key.toPublicJWK()).toString()));
        server.start();
    }

    /**
     * Adds the client registration that an operator configures.
     *
     * @param answers the path of the application to which the provider sends browsers back
     */
    void register(DynamicPropertyRegistry properties, String answers) {
        String registration = "spring.security.oauth2.client.registration.corporate.";
        properties.add(registration + "client-id", () -> CLIENT);
        properties.add(registration + "client-secret", () -> "secret");
        properties.add(registration + "client-name", () -> "Corporate log-in");
        properties.add(registration + "scope", () -> "openid");
        properties.add(registration + "authorization-grant-type", () -> "authorization_code");
        properties.add(registration + "redirect-uri", () -> "{baseUrl}" + answers);
        String provider = "spring.security.oauth2.client.provider.corporate.";
        properties.add(provider + "authorization-uri", () -> url("/authorize"));
        properties.add(provider + "token-uri", () -> url("/token"));
        properties.add(provider + "jwk-set-uri", () -> url("/keys"));
    }

    /** Configures the application to accept the tokens of this provider. */
    void issueTokens(DynamicPropertyRegistry properties) {
        properties.add("spring.security.oauth2.resourceserver.jwt.jwk-set-uri", () -> url("/keys"));
    }

    /** Returns a token of the user that {@link #logsIn}. */
    String token() {
        return idToken("none");
    }

    private String url(String path) {
        return "http://localhost:" + server.getAddress().getPort() + path;
    }

    /** The user of the next log-ins. */
    void logsIn(String user, Map<String, Object> withClaims) {
        subject = user;
        claims = withClaims;
    }

    void forgetNonces(boolean forget) {
        forgetsNonces = forget;
    }

    private void authorize(HttpExchange exchange) throws IOException {
        MultiValueMap<String, String> asked =
                UriComponentsBuilder.fromUri(exchange.getRequestURI()).build().getQueryParams();
        String code = UUID.randomUUID().toString();
        noncesByCode.put(code, String.valueOf(asked.getFirst("nonce")));
        exchange.getResponseHeaders()
                .set(
                        "Location",
                        "%s?code=%s&state=%s"
                                .formatted(decoded(asked.getFirst("redirect_uri")), code, asked.getFirst("state")));
        exchange.sendResponseHeaders(302, -1);
        exchange.close();
    }

    private static String decoded(String encoded) {
        return java.net.URLDecoder.decode(Objects.requireNonNull(encoded), StandardCharsets.UTF_8);
    }

    private void token(HttpExchange exchange) throws IOException {
        String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String code = UriComponentsBuilder.fromUriString("?" + form)
                .build()
                .getQueryParams()
                .getFirst("code");
        String nonce = forgetsNonces ? "another" : noncesByCode.remove(Objects.requireNonNull(code));
        answer(exchange, """
                {"access_token":"opaque","token_type":"Bearer","expires_in":300,"scope":"openid","id_token":"%s"}""".formatted(idToken(nonce)));
    }

    private String idToken(String nonce) {
        JWTClaimsSet.Builder token = new JWTClaimsSet.Builder()
                .issuer(url("/"))
                .subject(subject)
                .audience(CLIENT)
                .claim("nonce", nonce)
                .issueTime(Date.from(Instant.now()))
                .expirationTime(Date.from(Instant.now().plusSeconds(300)));
        claims.forEach(token::claim);
        SignedJWT signed = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build(), token.build());
        try {
            signed.sign(new RSASSASigner(key));
            return signed.serialize();
        } catch (JOSEException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static void answer(HttpExchange exchange, String json) throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
