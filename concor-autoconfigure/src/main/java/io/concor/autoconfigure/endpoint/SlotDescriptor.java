package io.concor.autoconfigure.endpoint;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.SlotSetting;
import io.concor.TaskKind;
import io.concor.autoconfigure.endpoint.figure.TextTable;
import io.concor.autoconfigure.properties.FlatSettings;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.text.Sentence;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a slot, which in JSON are fields of the object that has them. An empty slot has only {@code pool}.
 *
 * @param settings the value of each {@link SlotSetting} that the slot has: a whole number, or text such as {@code 60s}
 */
public record SlotDescriptor(@JsonAnyGetter Map<String, Object> settings) {

    /** Describes the settings that a slot has in front of a component. */
    public static SlotDescriptor of(@Nullable JoinSettings join, TaskKind kind) {
        return of(join == null ? null : join.inFrontOf(kind));
    }

    /** Describes the settings of a slot; null for an empty one. */
    public static SlotDescriptor of(@Nullable JoinSettings join) {
        return new SlotDescriptor(FlatSettings.of(join).byName(SlotDescriptor::field));
    }

    /** Returns the name of a setting in JSON. */
    static String field(SlotSetting<?> setting) {
        return SettingFormat.camelCase(setting.toString());
    }

    @Nullable
    Object get(SlotSetting<?> setting) {
        return settings.get(field(setting));
    }

    /** Describes pool, threads, capacity and the size of batches for people. */
    public String words() {
        return Stream.of(SlotSetting.POOL, SlotSetting.THREADS, SlotSetting.CAPACITY, SlotSetting.BATCH)
                .filter(setting -> get(setting) != null)
                .map(setting -> setting + ": " + get(setting))
                .collect(Collectors.joining(", ", "{ ", " }"));
    }

    /** Describes the settings that differ in another one, such as {@code threads 2 -> 4}. */
    public String difference(SlotDescriptor other) {
        return SlotSetting.all().stream()
                .filter(setting -> !Objects.equals(get(setting), other.get(setting)))
                .map(setting -> Sentence.of("%s %s -> %s", setting, shown(get(setting)), shown(other.get(setting))))
                .collect(Collectors.joining(", "));
    }

    private static Object shown(@Nullable Object value) {
        return value == null ? "-" : value;
    }

    /**
     * Adds a column for each setting to a table. Those of settings that only one kind of component has are left out unless
     * a row has a value.
     *
     * @param slot returns the settings of a row
     */
    public static <R> TextTable<R> columns(TextTable<R> table, Function<R, SlotDescriptor> slot) {
        return columns(table, slot, SlotSetting.all());
    }

    /** Adds columns for some settings: see the method for all. */
    public static <R> TextTable<R> columns(
            TextTable<R> table, Function<R, SlotDescriptor> slot, List<SlotSetting<?>> settings) {
        TextTable<R> extended = table;
        for (SlotSetting<?> setting : settings) {
            extended = column(extended, setting, row -> slot.apply(row).get(setting));
        }
        return extended;
    }

    private static @Nullable Object stored(@Nullable Object queue) {
        return QueueKind.MEMORY.toString().equals(queue) ? null : queue;
    }

    private static <R> TextTable<R> column(
            TextTable<R> table, SlotSetting<?> setting, Function<R, @Nullable Object> value) {
        if (setting == SlotSetting.QUEUE) { // another column has this name: how many events wait
            return table.textIfAny("waits in", row -> stored(value.apply(row)));
        }
        String header = setting.toString();
        if (setting.type() == Integer.class) {
            return isRare(setting) ? table.numberIfAny(header, value) : table.number(header, value);
        }
        return isRare(setting) ? table.textIfAny(header, value) : table.text(header, value);
    }

    /** A setting that few slots have has no column where none has it. */
    private static boolean isRare(SlotSetting<?> setting) {
        return setting.kind() != null || setting == SlotSetting.ATTEMPTS;
    }
}
