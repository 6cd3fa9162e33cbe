package io.concor.autoconfigure.shop;

import org.springframework.data.jpa.repository.JpaRepository;

public interface Sales extends JpaRepository<Sale, Long> {}
