package io.concor.autoconfigure.preset.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.JoinSettings;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.StartupFailure;
import io.concor.autoconfigure.database.RealDatabase;
import io.concor.autoconfigure.preset.ConcorPresetStoreAutoConfiguration;
import io.concor.autoconfigure.preset.FilePresetStore;
import io.concor.autoconfigure.shop.Sale;
import io.concor.autoconfigure.shop.Sales;
import io.concor.autoconfigure.shop.Shop;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import io.concor.preset.PresetStore;
import jakarta.persistence.EntityManagerFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.PlatformTransactionManager;

/** Applications with their own entities, repositories and data sources. */
@Tag("full")
class JpaIsolationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ConcorJpaPresetStoreAutoConfiguration.class,
                    ConcorPresetStoreAutoConfiguration.class,
                    ConcorAutoConfiguration.class))
            .withPropertyValues("concor.presets.store=jpa");

    private String url;

    @BeforeEach
    void database(TestInfo test) throws Exception {
        url = RealDatabase.H2.url(test.getDisplayName().replaceAll("[^a-zA-Z]", ""));
    }

    @ParameterizedTest
    @ValueSource(classes = {Shop.Plain.class, Shop.Scanning.class})
    void doesNotAffectTheirEntitiesAndRepositories(Class<?> application) {
        try (ConfigurableApplicationContext context = start(application)) {
            Sales sales = context.getBean(Sales.class);
            sales.save(new Sale("tea"));
            save(context, 3);

            assertThat(sales.findAll()).extracting(Sale::article).containsExactly("tea");
            assertThat(context.getBeanNamesForType(EntityManagerFactory.class)).hasSize(1);
            assertThat(context.getBeanNamesForType(PlatformTransactionManager.class))
                    .hasSize(1);
            assertThat(context.getBean(EntityManagerFactory.class)
                            .getMetamodel()
                            .getEntities())
                    .extracting(entity -> (Object) entity.getJavaType())
                    .containsExactly(Sale.class);
        }
    }

    @Test
    void loadsAtStartUpWhatAnotherInstanceSaved() {
        try (ConfigurableApplicationContext one = start(Shop.Plain.class)) {
            save(one, 5);
        }

        try (ConfigurableApplicationContext another =
                start(Shop.Plain.class, "concor.mode=production", "concor.presets.active.checkout=busy")) {
            assertThat(another.getBean(Manager.class).flow("checkout").layout().slots())
                    .containsEntry("cashier", JoinSettings.fixed(5));
        }
    }

    @Test
    @Tag("full")
    void appliesWhatAnotherInstanceSavesIfWatching() {
        try (ConfigurableApplicationContext one = start(Shop.Plain.class)) {
            save(one, 5);
            try (ConfigurableApplicationContext another = start(
                    Shop.Plain.class,
                    "concor.presets.load=always",
                    "concor.presets.active.checkout=busy",
                    "concor.presets.watch=true",
                    "concor.presets.watch-interval=100ms")) {
                save(one, 6);

                Manager manager = another.getBean(Manager.class);
                await("the layout of the other").until(() -> JoinSettings.fixed(6)
                        .equals(manager.flow("checkout").slot("cashier").settings()));
                assertThat(manager.flow("checkout").presets().versions("busy")).hasSize(2);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"'', goods, operations", "operations, operations, goods"})
    void usesThePrimaryDataSourceOrTheOneThatIsNamed(String name, String with, String without) throws Exception {
        String operations = RealDatabase.H2.url("operations" + with);
        for (String each : List.of(url, operations)) {
            PresetTables.createTables(RealDatabase.H2, new DriverManagerDataSource(each));
        }
        String named = name.isEmpty() ? "concor.checks.leaks=off" : "concor.presets.data-source=" + name;

        try (ConfigurableApplicationContext context =
                start(Shop.TwoDatabases.class, "shop.sales=" + url, "shop.operations=" + operations, named)) {
            context.getBean(Sales.class).save(new Sale("tea"));
            save(context, 2);

            assertThat(presetsIn(context, with)).isOne();
            assertThat(presetsIn(context, without)).isZero();
        }
    }

    private static Integer presetsIn(ConfigurableApplicationContext context, String dataSource) {
        return new JdbcTemplate(context.getBean(dataSource, DataSource.class))
                .queryForObject("select count(*) from concor_preset", Integer.class);
    }

    @Test
    void requiresAChoiceBetweenTwoDataSources() {
        runner.withBean("one", DataSource.class, DriverManagerDataSource::new)
                .withBean("two", DataSource.class, DriverManagerDataSource::new)
                .run(context -> {
                    FailureAnalysis analysis = analyze(context.getStartupFailure());
                    assertThat(analysis.getDescription())
                            .contains("concor.presets.store is jpa", "no single or primary data source");
                    assertThat(analysis.getAction()).contains("concor.presets.data-source", "one, two");
                });
    }

    @Test
    void reportsThatTheNamedDataSourceDoesNotExist() {
        runner.withBean("one", DataSource.class, DriverManagerDataSource::new)
                .withPropertyValues("concor.presets.data-source=three")
                .run(context -> {
                    FailureAnalysis analysis = analyze(context.getStartupFailure());
                    assertThat(analysis.getDescription()).contains("no data source 'three'");
                    assertThat(analysis.getAction()).contains("one");
                });
    }

    @Test
    void reportsThatThereIsNoDataSource() {
        runner.run(context -> assertThat(analyze(context.getStartupFailure()).getAction())
                .contains("spring.datasource.url", "concor.presets.store to file"));
    }

    @ParameterizedTest
    @ValueSource(classes = {JpaRepositoryFactory.class, SessionFactory.class})
    void reportsThatJpaIsNotOnTheClassPath(Class<?> missing) {
        runner.withClassLoader(new FilteredClassLoader(missing)).run(context -> {
            FailureAnalysis analysis = analyze(context.getStartupFailure());
            assertThat(analysis.getDescription()).contains("concor.presets.store is jpa", "not on the class path");
            assertThat(analysis.getAction()).contains("spring-boot-starter-data-jpa");
        });
    }

    @Test
    void needsNoDatabaseClassesForFiles() {
        runner.withPropertyValues("concor.presets.store=file")
                .withClassLoader(
                        new FilteredClassLoader("org.springframework.data", "org.hibernate", "jakarta.persistence"))
                .run(context -> assertThat(context).hasSingleBean(FilePresetStore.class));
    }

    @Test
    void backsOffBeforeAStoreOfTheApplication() {
        runner.withBean("ours", PresetStore.class, () -> new FilePresetStore(Path.of("target")))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(JpaPresetStore.class));
    }

    private static FailureAnalysis analyze(Throwable failure) {
        return StartupFailure.analysis(failure);
    }

    private static void save(ConfigurableApplicationContext context, int threads) {
        assertThat(context.getBean(PresetStore.class)).isInstanceOf(JpaPresetStore.class);
        Manager manager = context.getBean(Manager.class);
        manager.change(ChangeRequest.put("checkout", "cashier", JoinSettings.fixed(threads)));
        manager.flow("checkout").presets().save("busy", "measured");
        assertThat(manager.flow("checkout").presets().names()).containsExactly("busy");
    }

    private ConfigurableApplicationContext start(Class<?> application, String... properties) {
        Stream<String> always = Stream.of(
                "spring.autoconfigure.exclude=",
                "spring.datasource.url=" + url,
                "spring.jpa.hibernate.ddl-auto=update",
                "spring.flyway.locations=classpath:db/concor/{vendor}",
                "spring.flyway.baseline-on-migrate=true",
                "concor.presets.store=jpa");
        return new SpringApplicationBuilder(application)
                .web(WebApplicationType.NONE)
                .run(Stream.concat(always, Stream.of(properties))
                        .map("--"::concat)
                        .toArray(String[]::new));
    }
}
