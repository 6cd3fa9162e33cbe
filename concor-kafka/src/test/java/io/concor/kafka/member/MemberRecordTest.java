package io.concor.kafka.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.TaskKind;
import io.concor.queue.FlowIdentity;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemberRecordTest {

    private static final FlowIdentity FLOW = new FlowIdentity(
            "orders",
            List.of("edge node", "Köln"),
            "f00000000001",
            List.of("'check' on node 'edge node'", "'book=1 #2' on node 'Köln'"),
            "ak",
            Map.of(1, TaskKind.KEYED));

    private static MemberRecord record(FlowIdentity flow, String... compatible) {
        return MemberRecord.first("web-1/17", flow, Set.of(compatible));
    }

    private static FlowIdentity flow(String digest) {
        return new FlowIdentity("orders", List.of(), digest, List.of(), "", Map.of());
    }

    @Test
    void whatIsPublishedIsRead() {
        MemberRecord first = record(FLOW, "f00000000002", "f00000000003");
        MemberRecord later = first.later(new Beginning(17, Instant.ofEpochMilli(1_234)), true);

        assertThat(MemberRecord.read("orders", first.bytes())).isEqualTo(first);
        assertThat(MemberRecord.read("orders", later.bytes())).isEqualTo(later);
        assertThat(later.joined()).isTrue();
    }

    @Test
    void aLongListOfComponentsIsNotPublished() {
        FlowIdentity large = new FlowIdentity(
                "orders", List.of(), "f00000000001", Collections.nCopies(500, "'component'"), "", Map.of());

        MemberRecord read = MemberRecord.read("orders", record(large).bytes());

        assertThat(read).isNotNull();
        assertThat(read.flow().components()).isEmpty();
        assertThat(read.flow().digest()).isEqualTo("f00000000001");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{\"name\":\"web\"}",
                "name=web",
                "name=web\ndigest=no digest",
                "name=web\ndigest=f00000000001\nplace=17\ntime=yesterday",
                "name=\\u12\ndigest=f00000000001"
            })
    void whatOthersHaveWrittenIsNoProcess(String text) {
        assertThat(MemberRecord.read("orders", text.getBytes(StandardCharsets.UTF_8)))
                .isNull();
    }

    @Test
    void neitherIsWhatIsTooLarge() {
        String text = "name=web\ndigest=f00000000001\ncomponents=" + "x".repeat(1 << 16);
        assertThat(MemberRecord.read("orders", text.getBytes(StandardCharsets.UTF_8)))
                .isNull();
        assertThat(MemberRecord.read("orders", null)).isNull();
    }

    @Test
    void aKindThatThisProcessDoesNotKnowIsNone() {
        String text = "name=web\ndigest=f00000000001\nkinds=simple\\n\\nquantum\\nkeyed";
        MemberRecord read = MemberRecord.read("orders", text.getBytes(StandardCharsets.UTF_8));
        assertThat(read).isNotNull();
        assertThat(read.flow().kinds()).isEqualTo(Map.of(0, TaskKind.SIMPLE, 3, TaskKind.KEYED));
    }

    @Test
    void aNameOfAnotherProcessCannotBreakALineOfText() {
        String text = "name=web\\nINFO\ndigest=f00000000001\nnodes=core\\nno\u202Enode";
        MemberRecord read = MemberRecord.read("orders", text.getBytes(StandardCharsets.UTF_8));
        assertThat(read).isNotNull();
        assertThat(read.name()).isEqualTo("web?INFO");
        assertThat(read.flow().nodes()).containsExactly("core");
    }

    @Test
    void differentFlowsMayRunBesideEachOtherIfOneOfThemAllowsIt() {
        MemberRecord former = record(flow("f00000000001"));
        MemberRecord refused = record(flow("f00000000002"));
        MemberRecord allowing = record(flow("f00000000002"), "f00000000001");

        assertThat(refused.difference(former)).isNotNull();
        assertThat(former.difference(refused)).isNotNull();
        assertThat(allowing.difference(former)).isNull();
        assertThat(former.difference(allowing)).isNull();
    }
}
