package io.concor.sample.moneytracker;

import java.util.Map;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Answers queries for accounts and transactions, without the flow. */
@RestController
class QueryController {

    private final AccountRepository accounts;
    private final TrxRepository booked;

    QueryController(AccountRepository accounts, TrxRepository booked) {
        this.accounts = accounts;
        this.booked = booked;
    }

    @GetMapping("/accounts/{number}")
    ResponseEntity<Map<String, String>> account(@PathVariable("number") String number) {
        return ResponseEntity.of(accounts.findById(number)
                .map(account -> Map.of("balance", account.balance().toPlainString())));
    }

    @GetMapping("/transactions/{id}")
    ResponseEntity<Receipt> transaction(@PathVariable("id") String id) {
        return ResponseEntity.of(booked.findById(id).map(TrxRecord::repeated).map(Receipt::of));
    }
}
