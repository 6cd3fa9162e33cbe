package io.concor.queueserver.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoMoreInteractions;
import static org.mockito.Mockito.when;

import io.concor.QueueStoreException;
import io.concor.queues.client.EndRequest;
import io.concor.queues.client.MessageToSend;
import io.concor.queues.client.Queues;
import io.concor.queues.client.ReceiptGoneException;
import io.concor.queues.client.ReceiveRequest;
import io.concor.queues.client.RequestOutcome;
import io.concor.queues.client.SentMessage;
import io.concor.queueserver.request.StoreRequest.End;
import io.concor.queueserver.request.StoreRequest.ListWaiting;
import io.concor.queueserver.request.StoreRequest.Other;
import io.concor.queueserver.request.StoreRequest.Peek;
import io.concor.queueserver.request.StoreRequest.Receive;
import io.concor.queueserver.request.StoreRequest.Refused;
import io.concor.queueserver.request.StoreRequest.Send;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.InOrder;
import org.springframework.http.HttpStatus;

/** What is asked together, in which order, and what fails with what. */
class RequestStoreTest {

    private static final long LONGEST = RequestStore.LONGEST_WAIT.toNanos();
    private static final Caller ANNA = new Caller("anna", true);
    private static final ReceiveRequest WANTED = ReceiveRequest.of("anna", "q");
    private static final EndRequest ENDED = new EndRequest("anna", "q", "1", "1-1");
    private static final MessageToSend MESSAGE = MessageToSend.toAny("anna", "q", "x");
    private static final Receive RECEIVE = new Receive(WANTED, Duration.ZERO);
    private static final Other REGISTER = new Other(queues -> Result.there(queues.register("anna"), "anna"));

    private final Queues queues = mock(Queues.class);
    private long nanos;
    private final RequestStore store = new RequestStore(queues, () -> nanos);

    @BeforeEach
    void answer() {
        when(queues.sendAll(any())).thenReturn(List.of(RequestOutcome.of(new SentMessage("7", false))));
        when(queues.receiveAll(any())).thenReturn(List.of(RequestOutcome.of(Optional.empty())));
        when(queues.peekAll(any())).thenReturn(List.of(RequestOutcome.of(Optional.empty())));
        when(queues.endAll(any())).thenReturn(List.of(RequestOutcome.of("1")));
        when(queues.waitingAll(any())).thenReturn(List.of(RequestOutcome.of(List.of("q"))));
    }

    private List<Result> asked(StoreRequest... requests) {
        return store.apply(Arrays.stream(requests)
                .map(request -> new Command(ANNA, request, 0))
                .toList());
    }

    @Test
    void endsAndPeeksTogether() {
        ReceiptGoneException gone = new ReceiptGoneException("q", "1");
        when(queues.endAll(List.of(ENDED, ENDED)))
                .thenReturn(List.of(RequestOutcome.of("1"), RequestOutcome.refused(gone)));
        when(queues.peekAll(List.of(WANTED, WANTED)))
                .thenReturn(List.of(RequestOutcome.of(Optional.empty()), RequestOutcome.of(Optional.empty())));

        List<Result> results = asked(new End(ENDED), new Peek(WANTED), new End(ENDED), new Peek(WANTED));

        verify(queues).endAll(any());
        verify(queues).peekAll(any());
        verifyNoMoreInteractions(queues);
        assertThat(status(results.get(0))).isEqualTo(HttpStatus.NO_CONTENT);
        assertThat(failure(results.get(2))).isSameAs(gone);
    }

    /** All wait for the last one: a message that was taken before would wait, too. */
    @Test
    void takesMessagesLast() {
        asked(RECEIVE, new Send(MESSAGE), new End(ENDED), new Peek(WANTED), new ListWaiting("anna"), REGISTER);

        InOrder order = inOrder(queues);
        order.verify(queues).register("anna");
        order.verify(queues).waitingAll(any());
        order.verify(queues).peekAll(any());
        order.verify(queues).endAll(any());
        order.verify(queues).sendAll(any());
        order.verify(queues).receiveAll(any());
    }

    @Test
    void takesNoMessageWhenOthersTookTooLong() {
        when(queues.sendAll(any())).thenAnswer(slow -> {
            nanos += LONGEST + 1;
            return List.of(RequestOutcome.of(new SentMessage("7", false)));
        });

        List<Result> results = asked(RECEIVE, new Send(MESSAGE));

        verify(queues, never()).receiveAll(any());
        assertThat(failure(results.get(0))).isInstanceOf(LateRequestException.class);
        assertThat(status(results.get(1))).as("was done").isEqualTo(HttpStatus.CREATED);
    }

    @Test
    void beginsOnlyRequestsThatHaveNotWaitedTooLong() {
        nanos = LONGEST + 1;
        Command late = new Command(ANNA, new End(ENDED), 0);
        Command inTime = new Command(ANNA, new End(new EndRequest("anna", "q", "2", "2-2")), 1);

        List<Result> results = store.apply(List.of(inTime, late, new Command(ANNA, RECEIVE, 0)));

        verify(queues).endAll(List.of(((End) inTime.wanted()).wanted()));
        verifyNoMoreInteractions(queues);
        assertThat(status(results.get(0))).isEqualTo(HttpStatus.NO_CONTENT);
        assertThat(results.subList(1, 3))
                .allSatisfy(result -> assertThat(failure(result)).hasMessageContaining("20s"));
    }

    @Test
    void asksTheQueuesNothingForWhatIsRefused() {
        ForbiddenException reason = new ForbiddenException("no");

        assertThat(failure(asked(new Refused(reason)).get(0))).isSameAs(reason);

        verifyNoMoreInteractions(queues);
    }

    @Test
    void failsOfOneKindWhatMayHaveBeenDone() {
        when(queues.receiveAll(any())).thenThrow(new OutOfMemoryError("planned"));
        when(queues.register("anna")).thenThrow(new StackOverflowError("planned"));

        List<Result> results = asked(new Send(MESSAGE), RECEIVE, REGISTER, new End(ENDED));

        assertThat(status(results.get(0))).isEqualTo(HttpStatus.CREATED);
        assertThat(results.get(3)).isInstanceOf(Result.Served.class);
        for (Result failed : results.subList(1, 3)) {
            assertThat(failure(failed))
                    .isInstanceOfSatisfying(QueueStoreException.class, failure -> assertThat(failure.outcomeUnknown())
                            .isTrue());
        }
    }

    private static HttpStatus status(Result result) {
        return ((Result.Served) result).status();
    }

    private static RuntimeException failure(Result result) {
        return ((Result.Failed) result).failure();
    }
}
