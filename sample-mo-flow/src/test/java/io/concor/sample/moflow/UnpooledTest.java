package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.TestPropertySource;

/** The bottleneck for experiments. */
@ActiveProfiles({"tour", "unpooled"})
@TestPropertySource(
        properties = "spring.datasource.unpooled.connection-properties.LOCK_TIMEOUT=" + UnpooledTest.LOCK_TIMEOUT)
@DirtiesContext
class UnpooledTest extends MoFlowTest {

    static final int LOCK_TIMEOUT = 4321;

    @Test
    void opensAConnectionForEachLookUp(@Autowired DataSource database) {
        JdbcTemplate sql = new JdbcTemplate(database);

        assertThat(session(sql)).isNotEqualTo(session(sql));
    }

    @Test
    void opensThemWithWhatTheProfileOfTheDatabaseSays(@Autowired DataSource database) {
        Integer timeout = new JdbcTemplate(database).queryForObject("select lock_timeout()", Integer.class);

        assertThat(timeout).isEqualTo(LOCK_TIMEOUT);
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
