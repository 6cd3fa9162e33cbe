package io.concor.simulator;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The packages of the simulator. */
@AnalyzeClasses(packages = "io.concor.simulator", importOptions = ImportOption.DoNotIncludeTests.class)
class SimulatorArchitectureTest {

    @ArchTest
    static final ArchRule hasNoPackageCycles =
            slices().matching("io.concor.(simulator..)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule doesNotDependOnOtherModules = noClasses()
            .should()
            .dependOnClassesThat(resideInAPackage("io.concor..").and(resideOutsideOfPackage("io.concor.simulator..")));

    @ArchTest
    static final ArchRule generatesLoadWithoutKnowingTheNetwork = noClasses()
            .that()
            .resideInAPackage("io.concor.simulator.load")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.netty..", "java.net..")
            .because("pacing and statistics are tested without a network");
}
