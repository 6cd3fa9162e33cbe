package io.concor.kafka;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The shape of this module. */
@AnalyzeClasses(packages = "io.concor.kafka", importOptions = DoNotIncludeTests.class)
class KafkaArchitectureTest {

    @ArchTest
    static final ArchRule dependsOnFewLibraries = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "io.concor..", "org.apache.kafka..", "org.slf4j", "org.jspecify..");

    @ArchTest
    static final ArchRule doesNotKnowTheEngine =
            noClasses().should().dependOnClassesThat().resideInAPackage("io.concor.engine..");

    @ArchTest
    static final ArchRule usesNoInternalsOfKafka = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "..internals..", "org.apache.kafka.common.utils..", "org.apache.kafka.common.protocol..");

    @ArchTest
    static final ArchRule hasNoPackageCycles =
            slices().matching("io.concor.kafka.(*)").should().beFreeOfCycles();
}
