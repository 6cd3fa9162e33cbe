package io.concor.engine.stored;

import io.concor.Component;
import io.concor.TaskKind;
import io.concor.engine.definition.FlowDefinition;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The types of the messages in a slot, and of results, as far as components declare them. */
final class DeclaredMessageTypes {

    private DeclaredMessageTypes() {}

    /** Returns what the component of the slot takes, then what those before it return, back to the one that makes the message. */
    static List<Type> of(FlowDefinition flow, int slot) {
        List<Type> types = new ArrayList<>();
        add(types, flow.component(slot).inputType());
        addGivenOn(types, flow, slot);
        return types;
    }

    /** Returns what the last component returns, then what those before it do, back to the one that makes the result. */
    static List<Type> ofResults(FlowDefinition flow) {
        List<Type> types = new ArrayList<>();
        addGivenOn(types, flow, flow.size());
        return types;
    }

    private static void addGivenOn(List<Type> types, FlowDefinition flow, int to) {
        for (int before = to - 1; before >= 0; before--) {
            Component component = flow.component(before);
            add(types, component.outputType());
            if (!passesOn(component.kind())) {
                break;
            }
        }
    }

    /** Whether a task may give on the message that it was given, so that its declared type says little. */
    private static boolean passesOn(TaskKind kind) {
        return kind == TaskKind.SIDE_EFFECT || kind == TaskKind.CATCH;
    }

    private static void add(List<Type> types, @Nullable Type declared) {
        if (declared != null && !types.contains(declared)) {
            types.add(declared);
        }
    }
}
