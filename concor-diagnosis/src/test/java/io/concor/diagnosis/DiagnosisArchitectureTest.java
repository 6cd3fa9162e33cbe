package io.concor.diagnosis;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The shape of the module. */
@AnalyzeClasses(packages = "io.concor.diagnosis..", importOptions = ImportOption.DoNotIncludeTests.class)
class DiagnosisArchitectureTest {

    @ArchTest
    static final ArchRule dependsOnFewLibraries = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..", "com.sun.management..", "jdk.jfr..", "io.concor..", "org.slf4j..", "org.jspecify..");

    @ArchTest
    static final ArchRule doesNotKnowTheEngine =
            noClasses().should().dependOnClassesThat().resideInAPackage("io.concor.engine..");

    @ArchTest
    static final ArchRule factsDoNotCallRules = noClasses()
            .that()
            .resideInAPackage("io.concor.diagnosis.situation")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.concor.diagnosis.cause", "io.concor.diagnosis.forecast", "io.concor.diagnosis.advice");

    @ArchTest
    static final ArchRule hasNoPackageCycles =
            slices().matching("io.concor.(**)").should().beFreeOfCycles();
}
