package io.concor.queueserver.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.queueserver.request.StoreRequest.ListWaiting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;

class TimelyStoreTest {

    private static final Caller ALICE = new Caller("alice", true);
    private static final long LONGEST = TimelyStore.LONGEST_WAIT.toNanos();

    private final AtomicLong nanos = new AtomicLong(LONGEST + 1);
    private final List<List<Command>> asked = new ArrayList<>();
    private final TimelyStore store = new TimelyStore(this::ask, nanos::get);

    private List<Result> ask(List<Command> commands) {
        asked.add(commands);
        return commands.stream().map(command -> served(command)).toList();
    }

    private static Result served(Command command) {
        return Result.of(HttpStatus.OK, command.wanted());
    }

    private static Command command(String client, long sinceNanos) {
        return new Command(ALICE, new ListWaiting(client), sinceNanos);
    }

    @Test
    void asksOnlyForRequestsThatHaveNotWaitedTooLong() throws Throwable {
        Command first = command("first", 1);
        Command late = command("late", 0);
        Command last = command("last", LONGEST);

        List<Result> results = store.apply(List.of(first, late, last));

        assertThat(asked).containsExactly(List.of(first, last));
        assertThat(results).hasSize(3);
        assertThat(results.get(0)).isEqualTo(served(first));
        assertThat(results.get(1)).isInstanceOfSatisfying(Result.Failed.class, failed -> assertThat(failed.failure())
                .hasMessageContaining("20s"));
        assertThat(results.get(2)).isEqualTo(served(last));
    }

    @Test
    void asksForNothingIfAllAreLate() throws Throwable {
        assertThat(store.apply(List.of(command("late", 0)))).hasSize(1);

        assertThat(asked).isEmpty();
    }

    /** The time that the database takes does not count. */
    @Test
    void keepsWhatWasDone() throws Throwable {
        TimelyStore slow = new TimelyStore(
                commands -> {
                    nanos.addAndGet(10 * LONGEST);
                    return ask(commands);
                },
                nanos::get);
        Command command = command("in time", nanos.get());

        assertThat(slow.apply(List.of(command))).containsExactly(served(command));
    }
}
