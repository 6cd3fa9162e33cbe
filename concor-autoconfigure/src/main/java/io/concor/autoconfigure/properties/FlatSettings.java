package io.concor.autoconfigure.properties;

import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.PoolKind;
import io.concor.QueueKind;
import io.concor.SlotSetting;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import io.concor.text.SimilarNames;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The flat settings of a slot, as the configuration, endpoints and presets have them: whole numbers, durations and words
 * by {@link SlotSetting}. Missing settings have no value. A value.
 */
public final class FlatSettings {

    /** What removes the value of an optional setting. */
    private static final Set<Object> NOTHING = Set.of(Duration.ZERO, 0);

    /** The pool of an empty slot. */
    public static final String NONE = "none";

    private static final int DEFAULT_CACHED_THREADS = 32;
    private static final int DEFAULT_VIRTUAL_THREADS = 256;
    private static final int DEFAULT_KEYED_THREADS = 4;
    private static final String POOLS = NONE + ", " + SlotSetting.POOL.allowed();

    /** In the order of the table. */
    private final Map<SlotSetting<?>, Object> given = new LinkedHashMap<>();

    private FlatSettings(Function<SlotSetting<?>, @Nullable Object> values) {
        for (SlotSetting<?> setting : SlotSetting.all()) {
            Object value = values.apply(setting);
            if (value != null) {
                given.put(setting, value);
            }
        }
    }

    /**
     * Returns settings that are read one by one.
     *
     * @param values returns an integer, a duration or a word for a setting, by its type, or null if it is missing
     */
    public static FlatSettings read(Function<SlotSetting<?>, @Nullable Object> values) {
        return new FlatSettings(values);
    }

    /**
     * Returns the settings of a join.
     *
     * @param join the settings of the join, or null for an empty slot
     */
    public static FlatSettings of(@Nullable JoinSettings join) {
        return join == null
                ? new FlatSettings(setting -> setting == SlotSetting.POOL ? NONE : null)
                : new FlatSettings(setting -> setting.appliesTo(join.pool()) ? flat(join.get(setting)) : null);
    }

    private static @Nullable Object flat(@Nullable Object value) {
        return value instanceof Enum<?> word ? word.toString() : value;
    }

    /** Returns the value of a setting, or null if it is missing. */
    public @Nullable Object get(SlotSetting<?> setting) {
        return given.get(setting);
    }

    /** Returns the values by the names of their settings, with durations as text, in the order of the table. */
    public Map<String, Object> byName(Function<SlotSetting<?>, String> name) {
        Map<String, Object> values = new LinkedHashMap<>();
        given.forEach((setting, value) -> values.put(name.apply(setting), printable(value)));
        return values;
    }

    private static Object printable(Object value) {
        return value instanceof Duration time ? SettingFormat.format(time) : value;
    }

    boolean isEmpty() {
        return given.isEmpty();
    }

    /**
     * Returns the join of these settings, with defaults for missing settings.
     *
     * @return empty if the pool is {@code none}
     * @throws InvalidSettingException if the pool is missing, a setting is out of bounds, or a setting does not apply
     *     to the pool
     */
    public Optional<JoinSettings> toJoinSettings() {
        if (NONE.equalsIgnoreCase(pool())) {
            refuse(setting -> setting != SlotSetting.POOL, NONE, setting -> "no other setting with pool none");
            return Optional.empty();
        }
        PoolKind pool = pool() == null && areOfOneKind()
                ? PoolKind.FIXED
                : word(SlotSetting.POOL, required(SlotSetting.POOL, POOLS), POOLS);
        refuse(setting -> !setting.appliesTo(pool), pool.toString(), setting -> "only with pool " + setting.pool());
        JoinSettings join = JoinSettings.of(pool, threads(pool));
        for (Map.Entry<SlotSetting<?>, Object> entry : given.entrySet()) {
            SlotSetting<?> setting = entry.getKey();
            boolean present = setting == SlotSetting.POOL || setting == SlotSetting.THREADS;
            join = present ? join : with(join, setting, entry.getValue());
        }
        return Optional.of(join);
    }

    private @Nullable String pool() {
        return (String) given.get(SlotSetting.POOL);
    }

    /** Returns whether a setting is present that the slots of one kind of component have. */
    private boolean areOfOneKind() {
        return given.keySet().stream().anyMatch(setting -> setting.kind() != null);
    }

    private static <T extends Comparable<T>> JoinSettings with(
            JoinSettings join, SlotSetting<T> setting, Object value) {
        boolean removed = setting.isOptional() && NOTHING.contains(value);
        return join.with(setting, removed ? null : value(setting, value));
    }

    private static <T extends Comparable<T>> T value(SlotSetting<T> setting, Object value) {
        return setting.type().isEnum()
                ? word(setting, value, setting.allowed())
                : setting.type().cast(value);
    }

    /**
     * Returns these settings completed from the current join, if the pool is missing or stays the same. Otherwise only where
     * events wait, and how often stored ones are tried, is as before, unless the slot becomes empty.
     *
     * @param present the current join, or null if the slot is empty
     * @throws InvalidSettingException if the pool is missing, the slot is empty and no setting is of one kind of component
     */
    public FlatSettings over(@Nullable JoinSettings present) {
        if (pool() == null && present == null && !areOfOneKind()) {
            throw new InvalidSettingException("pool", "it is missing, and the slot is empty", POOLS);
        }
        if (present == null) {
            return this;
        }
        boolean exchanged =
                pool() != null && !pool().equalsIgnoreCase(present.pool().toString());
        return exchanged ? waitingAs(present) : completedFrom(of(present));
    }

    /** Another pool does not move events that are stored. */
    private FlatSettings waitingAs(JoinSettings present) {
        return NONE.equalsIgnoreCase(pool()) || present.queue() == QueueKind.MEMORY
                ? this
                : new FlatSettings(setting -> setting == SlotSetting.QUEUE || setting == SlotSetting.ATTEMPTS
                        ? given.getOrDefault(setting, flat(present.get(setting)))
                        : given.get(setting));
    }

    /** Returns these settings, with those of others where they are missing. */
    FlatSettings completedFrom(FlatSettings others) {
        return new FlatSettings(setting -> given.getOrDefault(setting, others.get(setting)));
    }

    private int threads(PoolKind pool) {
        Object threads = pool == PoolKind.FIXED && pool() != null
                ? required(SlotSetting.THREADS, SlotSetting.THREADS.allowed())
                : given.getOrDefault(SlotSetting.THREADS, defaultThreads(pool));
        return (Integer) threads;
    }

    private static int defaultThreads(PoolKind pool) {
        return switch (pool) {
            case SINGLE, FIXED -> 1;
            case CACHED -> DEFAULT_CACHED_THREADS;
            case VIRTUAL -> DEFAULT_VIRTUAL_THREADS;
            case KEYED -> DEFAULT_KEYED_THREADS;
        };
    }

    private Object required(SlotSetting<?> setting, String allowed) {
        Object value = given.get(setting);
        if (value == null) {
            throw new InvalidSettingException(setting.toString(), "it is missing", allowed);
        }
        return value;
    }

    /** Refuses the settings that a pool does not have. */
    private void refuse(Predicate<SlotSetting<?>> foreign, String pool, Function<SlotSetting<?>, String> allowed) {
        given.forEach((setting, value) -> {
            if (foreign.test(setting)) {
                throw new InvalidSettingException(
                        setting.toString(),
                        Sentence.of("%s does not apply to pool %s", SafeText.shown(printable(value)), pool),
                        allowed.apply(setting));
            }
        });
    }

    private static <T extends Comparable<T>> T word(SlotSetting<T> setting, Object word, String allowed) {
        String text = word.toString();
        return Stream.of(setting.type().getEnumConstants())
                .filter(value -> value.toString().equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> new InvalidSettingException(
                        setting.toString(),
                        Sentence.of(
                                "'%s' is unknown%s",
                                SafeText.shown(text), SimilarNames.hint(text, List.of(allowed.split(", ")))),
                        allowed));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FlatSettings settings && given.equals(settings.given);
    }

    @Override
    public int hashCode() {
        return given.hashCode();
    }
}
