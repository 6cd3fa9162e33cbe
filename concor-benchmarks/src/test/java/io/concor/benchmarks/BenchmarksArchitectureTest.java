package io.concor.benchmarks;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The packages of the benchmarks. */
@AnalyzeClasses(packages = "io.concor.benchmarks", importOptions = ImportOption.DoNotIncludeTests.class)
class BenchmarksArchitectureTest {

    @ArchTest
    static final ArchRule hasNoPackageCycles =
            slices().matching("io.concor.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule measuresThePublicApiOnly = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.concor.engine..")
            .because("an application cannot use the engine directly either");
}
