package io.concor.sample.billing.intake;

import io.concor.sample.billing.AccountBalances;
import io.concor.sample.billing.CostedEvents;
import io.concor.sample.billing.MasterData;
import java.util.List;
import java.util.Map;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Answers queries for accounts and records, without the flow. */
@RestController
class QueryController {

    private final MasterData master;
    private final CostedEvents events;
    private final AccountBalances balances;

    QueryController(MasterData master, CostedEvents events, AccountBalances balances) {
        this.master = master;
        this.events = events;
        this.balances = balances;
    }

    @GetMapping("/accounts/{number}")
    ResponseEntity<Map<String, String>> account(@PathVariable("number") String number) {
        return ResponseEntity.of(master.balance(number)
                .map(stored -> Map.of(
                        "balance",
                        AmountFormat.of(stored),
                        "running",
                        AmountFormat.of(balances.running(number).orElse(stored)))));
    }

    @GetMapping("/records/{id}")
    ResponseEntity<Receipt> record(@PathVariable("id") String id) {
        return ResponseEntity.of(
                events.find(List.of(id)).values().stream().findFirst().map(Receipt::of));
    }
}
