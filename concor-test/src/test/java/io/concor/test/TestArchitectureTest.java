package io.concor.test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The shape of this module. */
@AnalyzeClasses(packages = "io.concor.test", importOptions = DoNotIncludeTests.class)
class TestArchitectureTest {

    @ArchTest
    static final ArchRule testsFlowsWithoutSpring = classes()
            .that()
            .resideInAPackage("io.concor.test")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..", "javax.sql..", "io.concor..", "org.assertj..", "org.awaitility..", "org.jspecify..")
            .andShould()
            .onlyDependOnClassesThat()
            .resideOutsideOfPackages("io.concor.autoconfigure..", "io.concor.test.autoconfigure..");

    @ArchTest
    static final ArchRule usesTheEngineAtOnePlace = noClasses()
            .that()
            .doNotHaveSimpleName("EngineAccess")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.concor.engine..");

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("io.concor.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule publicTypesAreWhatATestUses = classes()
            .that()
            .arePublic()
            .should()
            .haveNameMatching(
                    ".*\\.(FlowTester|FlowAssert|ComponentAssert|DurableTester|CrashPoint|StoredDeadLetter|ConcorTest"
                            + "|AutoConfigureFlows|Joins|FlowTestAutoConfiguration|DurableTesterAutoConfiguration)");
}
