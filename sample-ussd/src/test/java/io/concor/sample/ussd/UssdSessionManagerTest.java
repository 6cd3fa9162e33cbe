package io.concor.sample.ussd;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.sample.ussd.menu.Menu;
import io.concor.sample.ussd.menu.MenuReader;
import io.concor.sample.ussd.menu.Menus;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.ClassPathResource;

class UssdSessionManagerTest {

    private static final int MAX = 3;
    private static final int MAX_CHOICES = 4;

    private Instant now = Instant.EPOCH;
    private final UssdSessionManager manager = new UssdSessionManager(properties(), () -> now);

    @Test
    void remembersWhatTheSubscriberAnswered() {
        request("s1", "anna", "*100#");
        pass(Duration.ofMinutes(2).minusMillis(1));
        UssdSession session = request("s1", "anna", "2");

        assertThat(session.dialled()).isEqualTo("*100#");
        assertThat(session.choices()).containsExactly("2");
        assertThat(request("s1", "anna", "0").choices()).containsExactly("2", "0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "7!", "01", "100", "000", "a long story that is no choice of any menu"})
    void keepsNothingOfAnAnswerThatIsNoChoice(String answer) {
        request("s1", "anna", "*100#");

        UssdSession session = request("s1", "anna", answer);

        assertThat(session.choices()).singleElement().isSameAs(Menu.NO_CHOICE);
        assertThat(page(session)).isEqualTo("""
                Please answer with one of these numbers.
                Your account
                1 Balance
                2 Recharge
                3 Offers""");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "00", "1", "9", "10", "99"})
    void sharesChoicesBetweenSessions(String choice) {
        request("s1", "anna", "*100#");
        request("s2", "ben", "*100#");

        List<String> annas =
                request("s1", "anna", new StringBuilder(choice).toString()).choices();
        List<String> bens =
                request("s2", "ben", new StringBuilder(choice).toString()).choices();

        assertThat(annas).containsExactly(choice);
        assertThat(annas.get(0)).isSameAs(bens.get(0));
    }

    @Test
    void keepsTheSessionsOfSubscribersApart() {
        request("s1", "anna", "*100#");

        assertThat(request("s1", "ben", "1").choices()).isEmpty();
    }

    @Test
    void beginsAnewWhenTheOperatorBeginsAnotherSession() {
        request("s1", "anna", "*100#");

        assertThat(request("s2", "anna", "*111#").dialled()).isEqualTo("*111#");
        assertThat(manager.sessions()).isEqualTo(1);
    }

    @Test
    void beginsAnewAfterSilence() {
        request("s1", "anna", "*100#");
        pass(Duration.ofMinutes(2));

        assertThat(request("s1", "anna", "1").dialled()).isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "*111#"})
    void beginsAnewWithTheMainMenuWhenThereAreTooManyAnswers(String tooMany) {
        request("s1", "anna", "*100#");
        for (int i = 1; i <= MAX_CHOICES; i++) {
            assertThat(request("s1", "anna", "9").choices()).hasSize(i);
        }

        UssdSession anew = request("s1", "anna", tooMany);

        assertThat(anew.choices()).isEmpty();
        assertThat(page(anew)).startsWith("Your account\n1 Balance");
        assertThat(page(request("s1", "anna", "2"))).startsWith("Recharge by");
    }

    @Test
    void forgetsSilentSessionsWhenAnybodyCalls() {
        request("s1", "anna", "*100#");
        pass(Duration.ofMinutes(1));
        request("s2", "ben", "*100#");
        pass(Duration.ofMinutes(1));
        request("s3", "carl", "*100#");

        assertThat(manager.sessions()).as("of ben and carl").isEqualTo(2);
    }

    @Test
    void endsTheSessionSilentForLongestWhenThereAreTooMany() {
        request("s1", "anna", "*100#");
        request("s2", "ben", "*100#");
        request("s3", "carl", "*100#");
        request("s1", "anna", "1");
        request("s4", "dora", "*100#");

        assertThat(manager.sessions()).isEqualTo(MAX);
        assertThat(request("s1", "anna", "1").choices()).hasSize(2);
        assertThat(request("s2", "ben", "1").choices()).isEmpty();
    }

    private UssdSession request(String session, String from, String text) {
        return manager.apply(new UssdMessage("id", session, from, text)).session();
    }

    /** What the subscriber sees then. */
    private static String page(UssdSession session) {
        Menus menus = MenuReader.read(properties().menus());
        UssdMessage message = new UssdMessage("id", session.operatorSession(), "anna", "");
        MenuMessage inMenu = new MenuStructureResolver(menus).apply(new UssdSessionMessage(message, session));
        return new MenuResolver(menus).apply(inMenu).page();
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }

    private static UssdProperties properties() {
        Duration second = Duration.ofSeconds(1);
        return new UssdProperties(
                1,
                new ClassPathResource("menus.yml"),
                new UssdProperties.SessionSettings(Duration.ofMinutes(2), MAX, MAX_CHOICES),
                new UssdProperties.Replies(URI.create("http://localhost"), second, second, 1),
                new UssdProperties.ReceiverSettings(false, 0));
    }
}
