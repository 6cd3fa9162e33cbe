create table sale (name varchar(40));
create table booking (name varchar(40));
