-- The message queues for clients of Concor, version 1. Can be run by hand, and again. All times are milliseconds since 1970
-- of the clock of the database. Later versions only add. They need the tables of schema-mariadb.sql too.

create sequence if not exists concor_message_id;

create table if not exists concor_client_schema (
  version       int not null,
  readable_from int not null, -- the oldest version that can use these tables
  created_at    bigint not null,
  primary key (version)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin;

create table if not exists concor_client (
  id         int not null auto_increment,
  name       varchar(255) not null,
  registered int not null, -- 0: it has left
  created_at bigint not null,
  primary key (id),
  constraint concor_client_name unique (name)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin;

create table if not exists concor_client_queue (
  id         int not null auto_increment,
  name       varchar(255) not null,
  created_by varchar(255) not null, -- the name of a client
  created_at bigint not null,
  primary key (id),
  constraint concor_client_queue_name unique (name)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin;

create table if not exists concor_message (
  queue      int not null,
  id         bigint not null,
  sender     int not null,
  receiver   int not null, -- 0: any client but the sender
  message_id varchar(255), -- chosen by the sender; null: the id
  content    longblob not null, -- UTF-8
  length     int not null, -- characters of content
  sent_at    bigint not null,
  due_at     bigint not null, -- 0: can be received; otherwise delayed or leased until then
  lessee     int, -- the client that has leased it
  receipt    bigint, -- of the lease
  primary key (queue, id),
  key concor_message_inbox (receiver, queue, due_at, id),
  key concor_message_sender (receiver, queue, due_at, sender, id),
  key concor_message_due (due_at)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin;

create table if not exists concor_message_seen (
  queue      int not null,
  sender     int not null,
  message_id varchar(255) not null,
  sent_at    bigint not null,
  primary key (queue, sender, message_id),
  key concor_message_seen_sent_at (sent_at)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin;

insert into concor_client_schema (version, readable_from, created_at)
select 1, 1, timestampdiff(microsecond, '1970-01-01', utc_timestamp(3)) div 1000 from (select 1 as one) o
where not exists (select 1 from concor_client_schema where version = 1);
