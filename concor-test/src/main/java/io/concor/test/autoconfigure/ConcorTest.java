package io.concor.test.autoconfigure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.autoconfigure.OverrideAutoConfiguration;
import org.springframework.boot.test.context.PropertyMapping;
import org.springframework.boot.test.context.filter.annotation.TypeExcludeFilters;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.core.annotation.AliasFor;
import org.springframework.test.context.BootstrapWith;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * Tests the flows of an application, as its configuration and presets define them, without the rest of the application:
 * no web server, endpoints or database. Scans for components that implement a task type; auto-configures Concor only.
 *
 * <p>What the tasks depend on is added as for every test slice: {@code @MockitoBean}, {@code @Import} or a nested
 * {@code @TestConfiguration}. Tasks that {@code @Bean} methods declare need their configuration class to be imported.
 * Flow beans are injected, and observed by {@link io.concor.test.FlowTester}.
 *
 * <p>For tests of a whole application use {@code @SpringBootTest}; {@code FlowTester} works there as well.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@BootstrapWith(ConcorTestContextBootstrapper.class)
@ExtendWith(SpringExtension.class)
@OverrideAutoConfiguration(enabled = false)
@TypeExcludeFilters(TaskTypeExcludeFilter.class)
@AutoConfigureFlows
@PropertyMapping(FlowTestAutoConfiguration.PREFIX)
public @interface ConcorTest {

    /** The joins with which all flows run. Default: those of the application. */
    Joins joins() default Joins.REAL;

    /** Properties in the form {@code key=value}, which are added to the environment before the test runs. */
    @PropertyMapping(skip = PropertyMapping.Skip.YES)
    String[] properties() default {};

    /** Whether components that implement a task type are included. Default: true. */
    @PropertyMapping(skip = PropertyMapping.Skip.YES)
    boolean useDefaultFilters() default true;

    /** Filters for further components to include. */
    @PropertyMapping(skip = PropertyMapping.Skip.YES)
    Filter[] includeFilters() default {};

    /** Filters for components to exclude. */
    @PropertyMapping(skip = PropertyMapping.Skip.YES)
    Filter[] excludeFilters() default {};

    /** Auto-configurations to exclude. */
    @PropertyMapping(skip = PropertyMapping.Skip.YES)
    @AliasFor(annotation = ImportAutoConfiguration.class, attribute = "exclude")
    Class<?>[] excludeAutoConfiguration() default {};
}
