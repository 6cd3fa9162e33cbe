package io.concor.sample;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.web.server.LocalManagementPort;

/**
 * The access control of an application in production mode, in brief: {@code MoFlowAccessTest} tests it over every operation
 * of every endpoint. For a nested class of a test that starts the application.
 */
public abstract class BriefAccessContract {

    private final String flow;
    private final String slot;

    /**
     * Tests of an application.
     *
     * @param flow the name of its flow
     * @param slot a slot with a join
     */
    protected BriefAccessContract(String flow, String slot) {
        this.flow = flow;
        this.slot = slot;
    }

    @ParameterizedTest
    @CsvSource(nullValues = "none", textBlock = """
            none, none, 401, 401
            viewer, may only read, 200, 403
            operator, wrong, 401, 401
            operator, may read and change, 200, 200
            """)
    void asksWhoReadsAndWhoChanges(
            @Nullable String user,
            @Nullable String password,
            int reading,
            int changing,
            @LocalManagementPort int port) {
        HttpCaller caller =
                user == null || password == null ? new HttpCaller(port) : HttpCaller.as(user, password, port);

        assertThat(caller.get("/actuator/concor/" + flow).statusCode()).isEqualTo(reading);
        assertThat(caller.post("/actuator/concorslots/%s/%s".formatted(flow, slot), "{\"capacity\":64,\"dryRun\":true}")
                        .statusCode())
                .isEqualTo(changing);
    }
}
