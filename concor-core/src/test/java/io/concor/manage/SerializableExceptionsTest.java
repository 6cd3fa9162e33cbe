package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.concor.BatchResultException;
import io.concor.Component;
import io.concor.ConcorException;
import io.concor.ContextPropagationException;
import io.concor.EventCancelledException;
import io.concor.EventTimeoutException;
import io.concor.FlowStoppedException;
import io.concor.InvalidFlowException;
import io.concor.InvalidLayoutException;
import io.concor.InvalidLayoutException.Violation;
import io.concor.InvalidSettingException;
import io.concor.MessageTypeException;
import io.concor.NullKeyException;
import io.concor.NullResultException;
import io.concor.QueueStoreException;
import io.concor.RefusedException;
import io.concor.RemoteErrorException;
import io.concor.RetryAfterException;
import io.concor.SimpleTask;
import io.concor.ThreadLocalCarrier;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.FlowInstance;
import io.concor.preset.PresetStoreException;
import io.concor.queue.FlowIdentity;
import io.concor.queue.UnequalFlowException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Exceptions keep what they know when they are sent to another process. */
class SerializableExceptionsTest {

    static Stream<ConcorException> exceptions() {
        return Stream.of(
                new BatchResultException("flow", "component", 3, 2),
                new ChangeNotPossibleException(
                        "flow", List.of("slot"), ChangeNotPossibleException.Reason.TOO_LONG, "words"),
                new ContextPropagationException("flow", ThreadLocalCarrier.NONE, new IllegalStateException("x"), true),
                new EventCancelledException("flow", "place"),
                new EventTimeoutException("flow", "place", Duration.ofSeconds(1)),
                new FlowStoppedException("flow", "place"),
                InvalidFlowException.ofPart("flow", "part", "problem", "remedy"),
                new InvalidLayoutException(
                        "flow",
                        List.of(
                                new Violation("slot", "threads", "reason", "1 to 4", null),
                                new Violation("other", "pool", "reason", "single", "limits.threads"))),
                new InvalidSettingException("field", "reason", "allowed"),
                new MessageTypeException(
                        "flow",
                        Component.of("component", (SimpleTask<String, String>) message -> message),
                        "source",
                        null,
                        "java.lang.Integer",
                        new ClassCastException("cast")),
                new NullKeyException("flow", "component"),
                new NullResultException("flow", "component", "next"),
                new PresetStoreException("flow", "preset", "reason", new IOException("disk")),
                new QueueStoreException("message", true, new IOException("disk")),
                new RefusedException("flow", RefusedException.Reason.FULL),
                new RemoteErrorException("flow", "component", "java.io.IOException", "disk"),
                new RetryAfterException(Duration.ofSeconds(1), new IllegalStateException("x")),
                new UnequalFlowException(
                        new FlowIdentity("flow", List.of(), "0a", List.of(), "", Map.of()),
                        new FlowInstance("host/1", List.of(), "0b", Instant.EPOCH, Map.of(), false),
                        "difference",
                        "Remedy."),
                new UnknownNameException("slot", "name", List.of("known")),
                new VersionConflictException("flow", 1, 2));
    }

    @ParameterizedTest
    @MethodSource("exceptions")
    void surviveARoundTrip(ConcorException exception) throws Exception {
        assertThat(roundTrip(exception)).usingRecursiveComparison().isEqualTo(exception);
    }

    @Test
    void noneIsMissingHere() {
        assertThat(new ClassFileImporter()
                                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                                .importPackages("io.concor")
                                .stream()
                                .filter(type -> type.isAssignableTo(ConcorException.class))
                                .filter(type -> !type.getModifiers().contains(JavaModifier.ABSTRACT))
                                .map(JavaClass::getName))
                .containsExactlyInAnyOrderElementsOf(
                        exceptions().map(each -> each.getClass().getName()).toList());
    }

    private static Object roundTrip(Object sent) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(sent);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return in.readObject();
        }
    }
}
