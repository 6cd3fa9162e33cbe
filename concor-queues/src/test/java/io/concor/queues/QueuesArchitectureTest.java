package io.concor.queues;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The shape of this module. */
@AnalyzeClasses(packages = "io.concor.queues", importOptions = DoNotIncludeTests.class)
class QueuesArchitectureTest {

    @ArchTest
    static final ArchRule dependsOnFewLibraries = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "javax.sql..",
                    "io.concor..",
                    "tools.jackson..",
                    "com.fasterxml.jackson.annotation..",
                    "org.sqlite..",
                    "org.slf4j",
                    "org.jspecify..");

    @ArchTest
    static final ArchRule doesNotKnowTheEngine =
            noClasses().should().dependOnClassesThat().resideInAPackage("io.concor.engine..");

    @ArchTest
    static final ArchRule keepsTheDatabaseOutOfTheClientsInterface = noClasses()
            .that()
            .resideInAPackage("io.concor.queues.client")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "io.concor.queues.client.*..", "io.concor.queues.jdbc..");

    @ArchTest
    static final ArchRule hasNoPackageCycles =
            slices().matching("io.concor.queues.(*)").should().beFreeOfCycles();
}
