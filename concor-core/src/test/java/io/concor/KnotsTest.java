package io.concor;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Within a package, few classes of the engine depend on each other in a circle: a reader understands them only together, and
 * no package can be split between them. {@link ArchitectureTest} guards circles of packages.
 */
@AnalyzeClasses(packages = "io.concor.engine..", importOptions = ImportOption.DoNotIncludeTests.class)
class KnotsTest {

    private static final int MOST_IN_A_CIRCLE = 4;
    private static final int MOST_IN_A_PACKAGE = 30;

    @ArchTest
    static void fewClassesOfAPackageDependOnEachOther(JavaClasses engine) {
        engine.stream().filter(JavaClass::isTopLevelClass).forEach(type -> assertThat(circleOf(type))
                .as("the classes that %s reaches and that reach it", type.getSimpleName())
                .hasSizeLessThanOrEqualTo(MOST_IN_A_CIRCLE));
    }

    /** With its package-info. */
    @ArchTest
    static void packagesHaveFewTypes(JavaClasses engine) {
        assertThat(engine.stream().filter(JavaClass::isTopLevelClass).collect(groupingBy(JavaClass::getPackageName)))
                .allSatisfy((name, types) -> assertThat(types).as(name).hasSizeLessThanOrEqualTo(MOST_IN_A_PACKAGE));
    }

    private static Set<String> circleOf(JavaClass type) {
        return reachable(type).stream()
                .filter(other -> reachable(other).contains(type))
                .map(JavaClass::getSimpleName)
                .collect(Collectors.toSet());
    }

    private static Set<JavaClass> reachable(JavaClass start) {
        Set<JavaClass> found = new HashSet<>();
        Deque<JavaClass> open = new ArrayDeque<>(Set.of(start));
        while (!open.isEmpty()) {
            neighbours(open.pop()).filter(found::add).forEach(open::push);
        }
        return found;
    }

    private static Stream<JavaClass> neighbours(JavaClass type) {
        return type.getPackage().getClasses().stream()
                .filter(part -> topLevel(part).equals(type))
                .flatMap(part -> part.getDirectDependenciesFromSelf().stream())
                .map(Dependency::getTargetClass)
                .map(KnotsTest::topLevel)
                .filter(other -> !other.equals(type) && other.getPackageName().equals(type.getPackageName()));
    }

    private static JavaClass topLevel(JavaClass type) {
        return type.getEnclosingClass().map(KnotsTest::topLevel).orElse(type);
    }
}
