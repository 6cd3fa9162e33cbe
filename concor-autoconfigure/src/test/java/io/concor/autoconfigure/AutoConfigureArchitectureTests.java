package io.concor.autoconfigure;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.constructors;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.ControllerAdvice;

@AnalyzeClasses(packages = "io.concor.autoconfigure", importOptions = DoNotIncludeTests.class)
class AutoConfigureArchitectureTests {

    @ArchTest
    static final ArchRule autoConfigurationsAreFinalAndPublic = classes()
            .that()
            .areAnnotatedWith(AutoConfiguration.class)
            .should()
            .bePublic()
            .andShould()
            .haveModifier(JavaModifier.FINAL)
            .andShould()
            .haveSimpleNameEndingWith("AutoConfiguration");

    @ArchTest
    static final ArchRule autoConfigurationsHideTheirConstructors = constructors()
            .that()
            .areDeclaredInClassesThat()
            .areAnnotatedWith(AutoConfiguration.class)
            .should()
            .notBePublic();

    @ArchTest
    static final ArchRule beanMethodsAreHidden =
            methods().that().areAnnotatedWith(Bean.class).should().notBePublic();

    @ArchTest
    static final ArchRule nothingScans = noClasses().should().beAnnotatedWith(ComponentScan.class);

    @ArchTest
    static final ArchRule nothingIsFoundByScanning = noClasses()
            .that()
            .areNotMetaAnnotatedWith(Configuration.class)
            .and()
            .areNotAnnotatedWith(ControllerAdvice.class)
            .should()
            .beMetaAnnotatedWith(Component.class);

    @ArchTest
    static final ArchRule analyzersAreHidden =
            classes().that().implement(FailureAnalyzer.class).should().notBePublic();

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("io.concor.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule theEngineOfTheCoreIsNotUsed =
            noClasses().should().dependOnClassesThat().resideInAPackage("io.concor.engine..");

    @ArchTest
    static final ArchRule theRootPackageExportsOnlyItsAutoConfigurationItsPhaseAndWhatBelongsToAContext = classes()
            .that()
            .resideInAPackage("io.concor.autoconfigure")
            .and()
            .areTopLevelClasses()
            .and()
            .haveNameNotMatching(".*\\.(ConcorAutoConfiguration|ConcorLifecycle|ContextFlows|ConditionalOnOwnManager)")
            .should()
            .notBePublic();

    @ArchTest
    static final ArchRule flowsNeedNeitherTheWebNorActuatorNorMicrometer = noClasses()
            .that()
            .resideInAnyPackage(
                    "io.concor.autoconfigure",
                    "io.concor.autoconfigure.advice",
                    "io.concor.autoconfigure.diagnostics",
                    "io.concor.autoconfigure.flow",
                    "io.concor.autoconfigure.properties..",
                    "io.concor.autoconfigure.reload",
                    "io.concor.autoconfigure.transaction",
                    "io.concor.autoconfigure.watch")
            .should()
            .dependOnClassesThat(resideInAPackage("org.springframework.boot.actuate..")
                    .or(resideInAPackage("org.springframework.boot.health.."))
                    .or(resideInAPackage("org.springframework.web.."))
                    .or(resideInAPackage("io.micrometer..")));

    @ArchTest
    static final ArchRule endpointsAreFreeOfWebTechnology = noClasses()
            .that()
            .resideInAPackage("io.concor.autoconfigure.endpoint..")
            .and()
            .resideOutsideOfPackage("io.concor.autoconfigure.endpoint.web")
            .should()
            .dependOnClassesThat(resideInAPackage("org.springframework.web..")
                    .or(resideInAPackage("org.springframework.http.."))
                    .or(resideInAPackage("jakarta.servlet..")));
}
