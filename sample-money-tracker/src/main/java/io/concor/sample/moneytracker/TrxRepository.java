package io.concor.sample.moneytracker;

import java.util.Optional;
import org.springframework.data.repository.Repository;

/** The booked transactions in the database. */
interface TrxRepository extends Repository<TrxRecord, String> {

    Optional<TrxRecord> findById(String id);

    TrxRecord saveAndFlush(TrxRecord trx);
}
