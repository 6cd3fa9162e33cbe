package io.concor.autoconfigure.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;

@Entity
public class Sale {

    @Id
    @GeneratedValue
    private Long id;

    private String article;

    protected Sale() {}

    public Sale(String article) {
        this.article = article;
    }

    public String article() {
        return article;
    }
}
