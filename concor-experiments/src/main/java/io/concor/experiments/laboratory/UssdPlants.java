package io.concor.experiments.laboratory;

import static io.concor.experiments.laboratory.SamplePlants.HEALTHY_TIME;

import io.concor.diagnosis.verdict.Cause;
import io.concor.experiments.testbed.SampleApplication;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Causes in the sample ussd, which has no database. Its active preset has one thread for all tasks up to the sender. */
final class UssdPlants {

    private static final String SESSION_MANAGER = "session-manager";
    private static final String STRUCTURES = "menu-structure-resolver";
    private static final String MENUS = "menu-resolver";
    private static final String SENDER = "message-sender";
    private static final String MENUS_BEAN = "menuResolver";
    private static final String MAX_IN_FLIGHT = "ussd.max-in-flight";

    private UssdPlants() {}

    static List<SamplePlant> all() {
        return Stream.of(remotes(), threads(), machine()).flatMap(List::stream).toList();
    }

    private static List<SamplePlant> remotes() {
        return List.of(
                plant("small-max-in-flight", 145, Cause.ADMISSION, null)
                        .with(MAX_IN_FLIGHT, 8)
                        .simulator("--answer-delay=50ms"),
                plant("slow-callback", 120, Cause.SLOW_CALLBACK, SENDER)
                        .beginsAfter(HEALTHY_TIME)
                        .with(MAX_IN_FLIGHT, 64)
                        .simulator("--answer-delay=500ms", "--answer-delay-from=" + HEALTHY_TIME.toSeconds() + "s"),
                plant("failing-downstream", 120, Cause.DOWNSTREAM_ERRORS, SENDER)
                        .with(MAX_IN_FLIGHT, 64)
                        .with("ussd.replies.response-timeout", "500ms")
                        .simulator("--answer-delay=1m"),
                plant("callback-thread", 155, Cause.CALLBACK_THREAD, "logger")
                        .slot(STRUCTURES, "fixed", 4)
                        .noJoin("logger")
                        .with(MAX_IN_FLIGHT, 256)
                        .plant("replyLogger", "pause", Duration.ofMillis(12)));
    }

    private static List<SamplePlant> threads() {
        return List.of(
                plant("single-thread", 155, Cause.SINGLE_THREAD, SESSION_MANAGER)
                        .plant("ussdSessionManager", "pause", Duration.ofMillis(6)),
                plant("few-threads", 155, Cause.TOO_FEW_THREADS, MENUS)
                        .slot(STRUCTURES, "fixed", 2)
                        .plant(MENUS_BEAN, "pause", Duration.ofMillis(12)),
                plant("lock-in-task", 155, Cause.LOCK, MENUS)
                        .slot(STRUCTURES, "fixed", 8)
                        .plant(MENUS_BEAN, "lock", Duration.ofMillis(6)),
                plant("slow-messages", 190, Cause.SLOW_MESSAGES, MENUS)
                        .slot(STRUCTURES, "fixed", 4)
                        .plant(MENUS_BEAN, "pause", Duration.ofSeconds(2))
                        .task(MENUS_BEAN, "every", 100),
                plant("small-ring", 115, Cause.RING, STRUCTURES)
                        .slot(STRUCTURES, "single", 1)
                        .capacity(STRUCTURES, 2)
                        .plant("ussdSessionManager", "pause", Duration.ofMillis(5))
                        .plant("menuStructureResolver", "pause", Duration.ofMillis(140))
                        .task("menuStructureResolver", "every", 40));
    }

    private static List<SamplePlant> machine() {
        return List.of(
                plant("many-threads", 280, Cause.TOO_MANY_THREADS, MENUS)
                        .slot(STRUCTURES, "fixed", 64)
                        .plant(MENUS_BEAN, "compute", Duration.ofMillis(6)),
                plant("garbage", 390, Cause.GARBAGE_COLLECTION, null)
                        .jvm("-Xms150m", "-Xmx150m", "-XX:+UseSerialGC")
                        .task(MENUS_BEAN, "kind", "garbage"),
                plant("competing-process", 100, Cause.NOISY_NEIGHBOUR, null)
                        .slot(STRUCTURES, "fixed", 2)
                        .plant(MENUS_BEAN, "compute", Duration.ofMillis(4))
                        .competing(4),
                SamplePlant.in(SampleApplication.USSD, "healthy", 150));
    }

    private static SamplePlant plant(String name, double rate, Cause cause, @Nullable String component) {
        return SamplePlant.in(SampleApplication.USSD, name, rate).expects(cause, component);
    }
}
