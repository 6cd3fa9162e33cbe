package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;

/** The bottleneck that is planted for experiments. */
@ActiveProfiles({"tour", "unpooled"})
@DirtiesContext
class UnpooledTest extends GatewayTest {

    @Test
    void opensAConnectionForEachLookUp(@Autowired DataSource database) {
        JdbcTemplate sql = new JdbcTemplate(database);

        assertThat(session(sql)).isNotEqualTo(session(sql));
    }

    private static Integer session(JdbcTemplate sql) {
        return sql.queryForObject("select session_id()", Integer.class);
    }

    @Test
    void sendsMessagesAllTheSame() {
        gateway.send("2222", "vote");

        await("the message").until(() -> APPLICATIONS.count() == 1);
    }
}
