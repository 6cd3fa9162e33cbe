insert into account (number, balance) values
    ('1001', 1000.00),
    ('1002', 500.00),
    ('1003', 0.00);
