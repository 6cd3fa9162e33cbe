package io.concor.experiments.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class PostgresServerTest {

    @TempDir
    private Path folder;

    @Test
    void keepsWhatWasCommittedWhenItIsKilled() throws Exception {
        Path work = folder.resolve("run");
        try (PostgresServer server =
                PostgresServer.start(StudyWorkspace.in(folder).workspace(), work)) {
            try (Connection connection = server.connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("create table kept (number int)");
                statement.execute("insert into kept values (7)");
                server.kill();
                assertThatThrownBy(() -> statement.execute("select 1")).isInstanceOf(SQLException.class);
                assertThatThrownBy(server::connect).isInstanceOf(SQLException.class);
            }

            server.restart();

            try (Connection connection = server.connect();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("select number from kept")) {
                rows.next();
                assertThat(rows.getInt(1)).isEqualTo(7);
            }
        }
        try (Stream<Path> left = Files.list(work)) {
            assertThat(left).extracting(file -> file.getFileName().toString()).containsExactly("database.log");
        }
    }
}
