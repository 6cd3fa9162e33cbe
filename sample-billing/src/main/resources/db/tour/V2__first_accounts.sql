insert into product (name) values ('basic'), ('business');

insert into tariff (product, prefix, price, increment_seconds) values
    ('basic', '49', 1990, 60),
    ('basic', '491', 2900, 60),
    ('basic', '44', 4990, 60),
    ('business', '49', 15, 1),
    ('business', '491', 30, 1),
    ('business', '44', 66, 1),
    ('business', '1', 70, 1);

insert into account (number, product, balance) values
    ('1001', 'basic', 0),
    ('1002', 'basic', 0),
    ('1003', 'business', 0),
    ('1004', 'business', 0);

insert into subscriber_line (number, account) values
    ('4917000001', '1001'),
    ('4917000002', '1002'),
    ('4917000003', '1003'),
    ('4917000004', '1003'),
    ('4917000005', '1004');
