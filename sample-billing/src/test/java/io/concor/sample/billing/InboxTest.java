package io.concor.sample.billing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestPropertySource;

@TestPropertySource(properties = {"billing.inbox.poll=50ms", "billing.inbox.max-bytes=100KB"})
@DirtiesContext
class InboxTest extends BillingTest {

    @TempDir
    static Path folder;

    @Autowired
    JdbcTemplate database;

    private Customer customer = new Customer("", "");

    @DynamicPropertySource
    static void inbox(DynamicPropertyRegistry properties) {
        properties.add("billing.inbox.folder", () -> folder.resolve("new").toString());
    }

    @BeforeEach
    void open() {
        customer = Customer.open(database);
    }

    @Test
    void billsTheRecordsOfAFileOnceAndMovesItAway() throws IOException {
        List<String> lines = IntStream.range(0, 100)
                .mapToObj(i -> Records.call("f-" + i, customer.line(), 60))
                .toList();

        put("calls.jsonl", lines);
        awaitIn("done", "calls.jsonl");
        put("calls.jsonl", lines);

        await("the second file")
                .until(() -> in("done").stream()
                                .filter(name -> name.startsWith("calls.jsonl"))
                                .count()
                        == 2);
        assertThat(billing.balance(customer)).isEqualTo("19.9000");
        assertThat(billing.running(customer)).isEqualTo("19.9000");
    }

    @Test
    void keepsRejectedRecordsWithFileAndPlace() throws IOException {
        put("bad.jsonl", List.of("", Records.call("b-1", "4900000000", 60), "", "nonsense"));

        awaitIn("done", "bad.jsonl");

        assertThat(database.queryForList("select source from rejected_record where source like 'bad%'", String.class))
                .containsExactlyInAnyOrder("bad.jsonl, record 1", "bad.jsonl, record 2");
    }

    @Test
    void movesAFileWhoseRecordsFailAsideAndBillsWhatIsMissingWhenItComesAgain() throws IOException {
        List<String> lines =
                List.of(Records.call("m-1", customer.line(), 60), Records.call("m-2", customer.line(), 60));
        billing.send(lines.get(0));
        database.execute("alter table costed_event rename to costed_event_away");
        try {
            put("failing.jsonl", lines);
            awaitIn("failed", "failing.jsonl");
        } finally {
            database.execute("alter table costed_event_away rename to costed_event");
        }

        Files.move(folder.resolve("new/failed/failing.jsonl"), folder.resolve("new/failing.jsonl"));

        awaitIn("done", "failing.jsonl");
        assertThat(billing.balance(customer)).isEqualTo("0.3980");
    }

    @Test
    void readsWhatIsBehindAFileThatCannotBeMoved() throws IOException {
        Files.move(folder.resolve("new/done"), folder.resolve("done-away"));
        try {
            put("stuck-1.jsonl", List.of(Records.call("u-1", customer.line(), 60)));
            put("stuck-2.jsonl", List.of(Records.call("u-2", customer.line(), 60)));

            await("both are billed").until(() -> "0.3980".equals(billing.balance(customer)));
        } finally {
            Files.move(folder.resolve("done-away"), folder.resolve("new/done"));
        }

        awaitIn("done", "stuck-1.jsonl");
        awaitIn("done", "stuck-2.jsonl");
    }

    @Test
    void readsNeitherOtherFilesNorLargeOnesNorLinks() throws IOException {
        Files.writeString(folder.resolve("secret"), Records.call("s-1", customer.line(), 60));
        Files.createSymbolicLink(folder.resolve("new/link.jsonl"), folder.resolve("secret"));
        Files.writeString(folder.resolve("new/half.jsonl.part"), Records.call("s-2", customer.line(), 60));
        put("large.jsonl", List.of("x".repeat(200_000)));

        awaitIn("failed", "large.jsonl");

        assertThat(folder.resolve("new/link.jsonl")).exists();
        assertThat(folder.resolve("new/half.jsonl.part")).exists();
        assertThat(billing.balance(customer)).isEqualTo("0.0000");
    }

    /** As a sender has to: under another name, and renamed when it is complete. */
    private static void put(String name, List<String> lines) throws IOException {
        Path unfinished = folder.resolve("new").resolve(name + ".part");
        Files.write(unfinished, lines);
        Files.move(unfinished, folder.resolve("new").resolve(name));
    }

    private static void awaitIn(String subfolder, String name) {
        await(name + " in " + subfolder).until(() -> in(subfolder).contains(name));
    }

    private static List<String> in(String subfolder) throws IOException {
        try (var files = Files.list(folder.resolve("new").resolve(subfolder))) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
