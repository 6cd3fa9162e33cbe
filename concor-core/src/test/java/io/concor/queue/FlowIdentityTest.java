package io.concor.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Component;
import io.concor.KeyedTask;
import io.concor.SimpleTask;
import io.concor.SingleThreadedTask;
import io.concor.TaskKind;
import io.concor.layout.Placement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FlowIdentityTest {

    private static final SimpleTask<Object, Object> SIMPLE = message -> message;
    private static final SingleThreadedTask<Object, Object> SINGLE = message -> message;

    private static final class Keyed implements KeyedTask<Object, Object> {

        @Override
        public Object key(Object message) {
            return message;
        }

        @Override
        public Object apply(Object message) {
            return message;
        }
    }

    private static Component check() {
        return Component.of("check", SIMPLE);
    }

    private static Component keyed(String name) {
        return Component.of(name, new Keyed());
    }

    private static FlowIdentity whole(Component... components) {
        return at(List.of(), components);
    }

    private static FlowIdentity at(List<String> here, Component... components) {
        return FlowIdentity.of("orders", List.of(components), Placement.of(Arrays.asList(components), here));
    }

    @Test
    void equalFlowsHaveOneDigestInAllProcesses() {
        Component book = keyed("book").on("core");
        FlowIdentity everywhere = whole(check(), book);
        FlowIdentity edge = at(List.of("edge"), check(), book.elsewhere());
        FlowIdentity core = at(List.of("core"), check(), book);

        assertThat(Stream.of(everywhere, edge, core).map(FlowIdentity::digest).distinct())
                .singleElement()
                .asString()
                .matches("f[0-9a-f]{11}");
        assertThat(edge.difference(core)).isNull();
        assertThat(core.difference(edge)).isNull();
        assertThat(everywhere.kinds()).containsEntry(0, TaskKind.SIMPLE).containsEntry(1, TaskKind.KEYED);
        assertThat(edge.kinds()).containsOnlyKeys(0);
        assertThat(core.kinds()).containsEntry(1, TaskKind.KEYED);
        assertThat(everywhere.nodes()).containsExactly("core");
        assertThat(edge.nodes()).isEmpty();
        assertThat(core.nodes()).containsExactly("core");
        assertThat(everywhere.components()).containsExactly("'check'", "'book' on node 'core'");
    }

    @Test
    void theDigestOfAFlowIsTheSameInEachVersionOfConcor() {
        assertThat(whole(check(), keyed("book").on("core")).digest()).isEqualTo("fde564e33bbc"); // SHA-256 of two lines
    }

    @Test
    void anotherComponentOrNodeIsADifference() {
        FlowIdentity flow = whole(check(), Component.of("book", SIMPLE));

        assertThat(flow.difference(whole(check(), Component.of("file", SIMPLE))))
                .isEqualTo("component 2 is 'book' here, and 'file' there");
        assertThat(flow.difference(whole(check()))).isEqualTo("component 2 is 'book' here, and missing there");
        assertThat(flow.difference(whole(check(), Component.of("book", SIMPLE).on("core"))))
                .isEqualTo("component 2 is 'book' here, and 'book' on node 'core' there");
        assertThat(flow.difference(whole(Component.of("book", SIMPLE), check())))
                .isEqualTo("component 1 is 'check' here, and 'book' there");
    }

    @Test
    void aDifferenceIsThereAlsoIfTheOtherProcessDoesNotTellItsComponents() {
        FlowIdentity flow = whole(check());
        FlowIdentity silent = new FlowIdentity("orders", List.of(), "f00000000000", List.of(), "", Map.of());

        assertThat(flow.difference(silent)).isEqualTo("its components or their nodes are others");
        assertThat(flow.difference(new FlowIdentity("orders", List.of(), flow.digest(), List.of(), "", Map.of())))
                .isNull();
    }

    @Test
    void anotherOrderIsADifference() {
        FlowIdentity keyed = whole(check(), keyed("book"));
        FlowIdentity single = whole(check(), Component.of("book", SINGLE));

        assertThat(keyed.difference(single))
                .isEqualTo("the task of component 'book' is keyed here, and single-threaded there");
        assertThat(single.difference(whole(check(), Component.of("book", SIMPLE))))
                .isEqualTo(
                        "the task of component 'book' is single-threaded here, and neither keyed nor single-threaded there");
    }

    /** A process need not know the tasks of other nodes, except whether those right behind it need keys. */
    @Test
    void onlyWhatAProcessKnowsIsADifference() {
        Component book = keyed("book").on("core");
        Component file = keyed("file");
        FlowIdentity core = at(List.of("core"), check(), book, file);

        assertThat(at(
                                List.of("edge"),
                                check(),
                                Component.elsewhere("book", TaskKind.SIMPLE).on("core"),
                                Component.elsewhere("file", TaskKind.SIMPLE))
                        .difference(core))
                .isEqualTo("the task of component 'book' on node 'core' is not keyed here, and keyed there");
        assertThat(at(List.of("edge"), check(), book, Component.elsewhere("file", TaskKind.SIMPLE))
                        .difference(core))
                .isNull();
        assertThat(at(
                                List.of("edge"),
                                check(),
                                Component.elsewhere("book", TaskKind.SIMPLE).on("core"))
                        .difference(at(
                                List.of("core"),
                                check(),
                                Component.of("book", SINGLE).on("core"))))
                .isNull();
    }

    /** Nothing may enter there, so it need not be known. */
    @Test
    void theOrderOfAFirstComponentElsewhereIsNotKnown() {
        FlowIdentity core = at(
                List.of("core"),
                Component.elsewhere("check", TaskKind.SIMPLE).on("edge"),
                Component.of("book", SIMPLE).on("core"));
        FlowIdentity edge = at(
                List.of("edge"),
                keyed("check").on("edge"),
                Component.of("book", SIMPLE).on("core"));
        assertThat(core.difference(edge)).isNull();
    }
}
