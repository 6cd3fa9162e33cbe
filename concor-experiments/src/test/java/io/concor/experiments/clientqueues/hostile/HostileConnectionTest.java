package io.concor.experiments.clientqueues.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HostileConnectionTest {

    private final List<String> outcomes = new ArrayList<>();

    private EmbeddedChannel open(Attack attack) {
        return new EmbeddedChannel(new HostileConnection(attack, "REQUEST", 60, outcomes::add));
    }

    private static ByteBuf ascii(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    }

    private static String sent(EmbeddedChannel channel) {
        ByteBuf sent = channel.readOutbound();
        return sent == null ? "" : sent.toString(StandardCharsets.US_ASCII);
    }

    @Test
    void endsWithTheStatusOfTheAnswer() {
        EmbeddedChannel channel = open(Attack.MALFORMED_JSON);
        assertThat(sent(channel)).isEqualTo("REQUEST");

        channel.writeInbound(ascii("HTTP/1.1 4"), ascii("00 \r\nContent-Length: 0\r\n\r\n"));

        assertThat(outcomes).containsExactly("400");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void isLeftOpenAfterTheAnswerIfItsBodyHasNotCome() {
        EmbeddedChannel channel = open(Attack.UNREAD_BODY);

        channel.writeInbound(ascii("HTTP/1.1 401 \r\n\r\n"));
        assertThat(outcomes).isEmpty();
        assertThat(channel.isOpen()).isTrue();
        channel.close();

        assertThat(outcomes).containsExactly("401");
    }

    @Test
    void endsWhenTheServerClosesIt() {
        open(Attack.SILENT_CONNECTION).close();

        assertThat(outcomes).containsExactly(HostileConnection.CLOSED);
    }

    @Test
    void reportsAServerThatForgetsIt() {
        EmbeddedChannel channel = open(Attack.HALF_HEADER);

        channel.advanceTimeBy(59, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        assertThat(outcomes).isEmpty();
        channel.advanceTimeBy(1, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();

        assertThat(outcomes).containsExactly(HostileConnection.FORGOTTEN);
    }

    @Test
    void sendsAByteEachSecond() {
        EmbeddedChannel channel = open(Attack.SLOW_BODY);
        assertThat(sent(channel)).isEqualTo("REQUEST");

        for (int second = 0; second < 3; second++) {
            assertThat(sent(channel)).isEmpty();
            channel.advanceTimeBy(1, TimeUnit.SECONDS);
            channel.runScheduledPendingTasks();
            assertThat(sent(channel)).isEqualTo(" ");
        }
    }

    /** The embedded channel takes all that is written. */
    @Test
    void reportsAServerThatTakesABodyWithoutAnEnd() {
        EmbeddedChannel channel = open(Attack.ENDLESS_BODY);
        assertThat(outcomes).containsExactly(HostileConnection.SWALLOWED);

        assertThat(sent(channel)).isEqualTo("REQUEST");
        assertThat(sent(channel)).startsWith("10000\r\nx").endsWith("x\r\n").hasSize(7 + 65_536 + 2);
        channel.releaseOutbound();
    }
}
