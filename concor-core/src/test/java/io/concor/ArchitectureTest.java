package io.concor;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.Serializable;
import java.util.List;
import java.util.Map;

/** The shape of the core. */
@AnalyzeClasses(packages = "io.concor..", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule dependsOnFewLibraries = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "io.concor..", "com.lmax.disruptor..", "org.slf4j..", "org.jspecify..");

    @ArchTest
    static final ArchRule knowsNoFramework = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.springframework..",
                    "io.micrometer..",
                    "com.fasterxml..",
                    "tools.jackson..",
                    "java.sql..",
                    "javax..",
                    "jakarta..");

    @ArchTest
    static final ArchRule hasNoPackageCycles =
            slices().matching("io.(**)").should().beFreeOfCycles();

    /** A type of the engine is public only if another package of the core needs it. */
    @ArchTest
    static final ArchRule hidesItsEngine = classes()
            .that()
            .resideInAPackage("io.concor.engine..")
            .and()
            .areTopLevelClasses()
            .and()
            .arePublic()
            .and()
            .doNotHaveSimpleName("StagedFlowBuilders") // found as a service
            .should(beUsedByAnotherPackage());

    private static ArchCondition<JavaClass> beUsedByAnotherPackage() {
        return new ArchCondition<>("be used by another package") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                boolean used = type.getDirectDependenciesToSelf().stream()
                        .map(dependency -> dependency.getOriginClass().getPackageName())
                        .anyMatch(user -> !user.equals(type.getPackageName()));
                events.add(new SimpleConditionEvent(type, used, type.getName() + " is used in its own package only"));
            }
        };
    }

    @ArchTest
    static final ArchRule throwsExceptionsOfOneFamily = classes()
            .that()
            .areAssignableTo(Throwable.class)
            .should()
            .beAssignableTo(ConcorException.class)
            .andShould()
            .haveSimpleNameEndingWith("Exception");

    @ArchTest
    static final ArchRule leavesItsExceptionsAsTheyAre = classes()
            .that()
            .areAssignableTo(ConcorException.class)
            .and()
            .doNotHaveModifier(JavaModifier.ABSTRACT)
            .should()
            .haveModifier(JavaModifier.FINAL);

    @ArchTest
    static final ArchRule namesItsClassesAfterWhatTheyDo =
            noClasses().should().haveNameMatching(".*(Utils?|Helpers?|Impl|Common)");

    @ArchTest
    static final ArchRule logsThroughSlf4jOnly = NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;

    @ArchTest
    static final ArchRule printsNothing = NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

    @ArchTest
    static final ArchRule keepsNoRegistry = fields().that()
            .areStatic()
            .should()
            .beFinal()
            .andShould()
            .notHaveRawType(Map.class)
            .andShould()
            .notHaveRawType(List.class);

    @ArchTest
    static final ArchRule serializesNothingButExceptionsAndTheirParts = classes()
            .that()
            .implement(Serializable.class)
            .and()
            .areNotEnums()
            .should()
            .beAssignableTo(Throwable.class)
            .orShould(belongToAnException());

    private static ArchCondition<JavaClass> belongToAnException() {
        return new ArchCondition<>("be nested in an exception") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                boolean belongs = type.getEnclosingClass()
                        .filter(outer -> outer.isAssignableTo(Throwable.class))
                        .isPresent();
                events.add(new SimpleConditionEvent(type, belongs, type.getName()));
            }
        };
    }
}
