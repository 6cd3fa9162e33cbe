package io.concor.queues.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SchemaScriptTest {

    /** Neither knows the collation of the other, and MySQL has no sequences. Each script can be run by hand, so there are two. */
    @Test
    void differsForMariaDbAndMySqlOnlyInTheCollationAndTheSourceOfIds() throws IOException {
        List<String> mariaDb = lines("clients-mariadb.sql");
        List<String> mySql = lines("clients-mysql.sql");

        assertThat(mariaDb.stream().filter(line -> !mySql.contains(line)))
                .containsExactly("create sequence if not exists concor_message_id;", "  id         bigint not null,");
        assertThat(mySql.stream().filter(line -> !mariaDb.contains(line)))
                .containsExactly("  id         bigint not null auto_increment,", "  key concor_message_id (id),");
    }

    private static List<String> lines(String script) throws IOException {
        try (InputStream resource = Objects.requireNonNull(SchemaScript.class.getResourceAsStream(script), script)) {
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("utf8mb4_nopad_bin", "binary")
                    .replace("utf8mb4_0900_bin", "binary")
                    .replace("mariadb", "mysql")
                    .lines()
                    .toList();
        }
    }
}
