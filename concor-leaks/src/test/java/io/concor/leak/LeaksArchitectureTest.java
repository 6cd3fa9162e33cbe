package io.concor.leak;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The shape of this module. */
@AnalyzeClasses(packages = "io.concor.leak", importOptions = DoNotIncludeTests.class)
class LeaksArchitectureTest {

    @ArchTest
    static final ArchRule usesTheApiOfTheCore = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..", "io.concor", "io.concor.leak", "io.concor.text", "org.slf4j", "org.jspecify..");

    @ArchTest
    static final ArchRule publicTypesAreWhatAnApplicationUses = classes()
            .that()
            .arePublic()
            .should()
            .haveNameMatching(".*\\.(LeakCheck|Leaks|Leaks\\$Leak|LeakedReferenceException)");
}
