package io.concor.experiments.durable.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.experiments.durable.server.DatabaseKind;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CommitDetectorTest {

    private final CommitDetector postgres = CommitDetector.of(DatabaseKind.postgres);
    private final CommitDetector mariadb = CommitDetector.of(DatabaseKind.mariadb);

    /** The first message has no type. */
    @BeforeEach
    void start() {
        assertThat(read(postgres, new byte[] {0, 0, 0, 8, 0, 3, 0, 0})).isFalse();
    }

    private static byte[] message(char type, String body) {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        message.write(type);
        byte[] bytes = body.getBytes(StandardCharsets.ISO_8859_1);
        message.writeBytes(ByteBuffer.allocate(4).putInt(bytes.length + 4).array());
        message.writeBytes(bytes);
        return message.toByteArray();
    }

    private static boolean read(CommitDetector detector, byte[] bytes) {
        return detector.read(bytes, bytes.length);
    }

    @Test
    void recognisesASimpleQuery() {
        assertThat(read(postgres, message('Q', "commit\0"))).isTrue();
        assertThat(read(postgres, message('Q', "select 'COMMIT'\0"))).isFalse();
    }

    @Test
    void recognisesTheExecutionOfAPreparedStatement() {
        assertThat(read(postgres, message('P', "S_1\0COMMIT\0\0\0"))).isFalse();
        assertThat(read(postgres, message('B', "\0S_1\0\0\0\0\0\0\0"))).isTrue();
        assertThat(read(postgres, message('B', "\0S_2\0\0\0\0\0\0\0"))).isFalse();
    }

    @Test
    void forgetsAnUnnamedStatementThatWasReplaced() {
        read(postgres, message('P', "\0COMMIT\0\0\0"));
        read(postgres, message('P', "\0select 1\0\0\0"));

        assertThat(read(postgres, message('B', "\0\0\0\0\0\0\0\0"))).isFalse();
    }

    @Test
    void recognisesMessagesThatArriveByteByByte() {
        byte[] commit = message('Q', "COMMIT\0");
        for (int i = 0; i < commit.length - 1; i++) {
            assertThat(read(postgres, new byte[] {commit[i]})).isFalse();
        }
        assertThat(read(postgres, new byte[] {commit[commit.length - 1]})).isTrue();
    }

    @Test
    void recognisesACommitAfterOtherMessagesOfTheSamePacket() {
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.writeBytes(message('P', "\0delete from work\0\0\0"));
        packet.writeBytes(message('S', ""));
        packet.writeBytes(message('Q', "COMMIT\0"));

        assertThat(read(postgres, packet.toByteArray())).isTrue();
    }

    @Test
    void recognisesACommitOfMariaDb() {
        assertThat(read(mariadb, "\7\0\0\0\3COMMIT".getBytes(StandardCharsets.ISO_8859_1)))
                .isTrue();
        assertThat(read(mariadb, "\7\0\0\0\3select 'COMMIT'".getBytes(StandardCharsets.ISO_8859_1)))
                .isFalse();
    }
}
