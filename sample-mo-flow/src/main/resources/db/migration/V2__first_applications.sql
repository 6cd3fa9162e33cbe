insert into application (id, name) values (1, 'news'), (2, 'votes'), (3, 'weather');

insert into endpoint (id, application_id, address, enabled) values
    (1, 1, '/news/1', true),
    (2, 1, '/news/2', true),
    (3, 2, '/votes/1', true),
    (4, 2, '/votes/2', true),
    (5, 2, '/votes/3', false),
    (6, 3, '/weather/1', true);
