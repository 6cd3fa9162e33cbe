package io.concor;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chains are compiled while the test runs: those that fit, and those that do not. */
class TypedChainTest {

    private static final class Source extends SimpleJavaFileObject {
        private final String code;

        private Source(String chain) {
            super(URI.create("string:///Chain.java"), Kind.SOURCE);
            this.code = """
                    import io.concor.*;
                    class Chain {
                        static final SimpleTask<String, Integer> LENGTH = String::length;
                        static final SingleThreadedTask<Integer, Integer> COUNT = n -> n;
                        static final SynchronizedRemoteTask<Integer, Double> ASK = n -> 1.0;
                        static final TransitionTask<Double, Boolean> SEND = (d, back) -> back.complete(true);
                        static final BatchTask<Boolean, String> WRITE = list -> java.util.Collections.nCopies(list.size(), "");
                        static final SideEffectTask<Object> LOG = o -> {};
                        static final CatchTask<Boolean> RESCUE = e -> false;
                        static final RecoveryTask<Boolean> RECOVER = (e, context) -> false;
                        Flow<String, ?> flow() {
                            return %s;
                        }
                    }
                    """.formatted(chain);
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return code;
        }
    }

    private static String location(Class<?> known) {
        return Path.of(URI.create(known.getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toString()))
                .toString();
    }

    @TempDir
    Path folder;

    private List<String> errors(String chain) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        List<String> options = List.of("-proc:none", "-cp", location(Flow.class), "-d", folder.toString());
        List<Source> sources = List.of(new Source("Flows.<String>create(\"f\")" + chain + ".build()"));
        compiler.getTask(null, null, diagnostics, options, null, sources).call();
        return diagnostics.getDiagnostics().stream()
                .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                .map(diagnostic -> diagnostic.getCode())
                .toList();
    }

    @Test
    void compilesIfEveryTypeFits() {
        assertThat(errors("""
                        .map(LENGTH, "a").mapSingleThreaded(COUNT, "b").forEach(LOG, "c")
                        .mapSynchronizedRemote(ASK, "d").bind(SEND, "e").catching(RESCUE, "f").recovering(RECOVER, "r").mapBatch(WRITE, "g")""")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".mapSingleThreaded(COUNT, \"a\")",
                ".map(LENGTH, \"a\").map(LENGTH, \"b\")",
                ".map(LENGTH, \"a\").bind(SEND, \"b\")",
                ".map(LENGTH, \"a\").mapSynchronizedRemote(ASK, \"b\").mapSingleThreaded(COUNT, \"c\")",
                ".map(LENGTH, \"a\").catching(RESCUE, \"b\")",
                ".map(LENGTH, \"a\").recovering(RECOVER, \"b\")",
                ".map(LENGTH, \"a\").forEach((SideEffectTask<String>) s -> {}, \"b\")",
                ".mapSingleThreaded(LENGTH, \"a\")",
                ".map(COUNT, \"a\")",
                ".mapBatch(WRITE, \"a\")",
                ".map(WRITE, \"a\")"
            })
    void doesNotCompileIfATypeOrAKindDoesNotFit(String chain) {
        assertThat(errors(chain))
                .isNotEmpty()
                .allMatch(code -> code.matches("compiler.err.(cant.apply.*|prob.found.req)"));
    }
}
