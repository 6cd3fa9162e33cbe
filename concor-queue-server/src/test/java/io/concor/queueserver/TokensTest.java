package io.concor.queueserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.Bean;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;

/** Clients that a provider knows. The decoder stands for the one that Spring Boot makes for an issuer. */
class TokensTest {

    private static final byte[] KEY = "a key of a provider, for tests only".getBytes(StandardCharsets.US_ASCII);

    private static RunningServer server;

    /** No component, or each test would find it. */
    static class Provider {

        @Bean
        JwtDecoder decoder() {
            SecretKey key = new SecretKeySpec(KEY, "HmacSHA256");
            return NimbusJwtDecoder.withSecretKey(key).build();
        }
    }

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        server = RunningServer.start(
                new Class<?>[] {QueueServerApplication.class, Provider.class},
                TestStore.SQLITE.settings(folder),
                "--concor.queue-server.scope=queues",
                "--concor.queue-server.name-claim=preferred_username");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void nameTheClient() throws Exception {
        String dora = token("dora", "queues", Instant.now().plusSeconds(60));

        assertThat(call("POST", "/queues/clients", dora).body()).contains("\"dora\"");
        assertThat(call("GET", "/queues", dora).statusCode()).isEqualTo(200);
    }

    @Test
    void needTheScopeOfClients() throws Exception {
        HttpResponse<String> answer =
                call("GET", "/queues", token("dora", "mail", Instant.now().plusSeconds(60)));

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    }

    @Test
    void areRefusedWhenTheyAreOverOrForgedOrWithoutAName() throws Exception {
        String over = token("dora", "queues", Instant.now().minusSeconds(3_600));
        String forged = token("dora", "queues", Instant.now().plusSeconds(60)) + "x";

        assertThat(call("GET", "/queues", over).statusCode()).isEqualTo(401);
        assertThat(call("GET", "/queues", forged).statusCode()).isEqualTo(401);
        assertThat(call("GET", "/queues", token(null, "queues", Instant.now().plusSeconds(60)))
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void leaveTheUsersOfTheConfiguration() {
        assertThat(server.alice().register().statusCode()).isEqualTo(201);
    }

    @Test
    void openNoManagementEndpointWithoutTheRoleOfAnOperator() throws Exception {
        String dora = token("dora", "queues", Instant.now().plusSeconds(60));

        assertThat(call("GET", "/actuator/concorclientqueues", dora).statusCode())
                .isEqualTo(403);
    }

    private static HttpResponse<String> call(String method, String path, String token) {
        return server.anonymous().call(method, path, BodyPublishers.noBody(), "Authorization", "Bearer " + token);
    }

    private static String token(String name, String scope, Instant end) throws Exception {
        JWTClaimsSet claims = new JWTClaimsSet.Builder()
                .subject("4711")
                .claim("preferred_username", name)
                .claim("scope", scope)
                .expirationTime(Date.from(end))
                .build();
        SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims);
        token.sign(new MACSigner(KEY));
        return token.serialize();
    }
}
