-- The durable queues of Concor, version 2. Can be run by hand, and again. All times are milliseconds since 1970 of the
-- clock of the database. Later versions only add.

create sequence if not exists concor_event_id;

create table if not exists concor_schema (
  version       int not null,
  readable_from int not null, -- the oldest version that can use these tables
  created_at    bigint not null,
  primary key (version)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin;

create table if not exists concor_queue (
  id     int not null auto_increment,
  flow   varchar(255) not null,
  slot   varchar(255) not null,
  lanes  int not null,
  paused int not null, -- 1: hands out nothing
  primary key (id),
  constraint concor_queue_name unique (flow, slot)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin;

create table if not exists concor_event (
  queue         int not null,
  lane          int not null,
  id            bigint not null,
  event_id      varchar(255) not null,
  key_text      varchar(1000), -- null: without a key
  type          varchar(255) not null, -- the logical name of the type of the message
  version       int not null,
  size          int not null, -- bytes of body
  body          longblob not null,
  headers       longblob, -- null: none
  put_at        bigint not null,
  due_at        bigint not null, -- 0: at once
  attempts      int not null, -- begun
  failures      int not null, -- attempts that failed
  first_failed  bigint,
  last_failed   bigint,
  component     varchar(255), -- the one that failed last
  error_type    varchar(255),
  error_message text,
  primary key (queue, lane, id)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin;

create table if not exists concor_delayed (
  queue         int not null,
  lane          int not null,
  id            bigint not null,
  event_id      varchar(255) not null,
  key_text      varchar(1000), -- null: without a key
  type          varchar(255) not null, -- the logical name of the type of the message
  version       int not null,
  size          int not null, -- bytes of body
  body          longblob not null,
  headers       longblob, -- null: none
  put_at        bigint not null,
  due_at        bigint not null,
  attempts      int not null, -- begun
  failures      int not null, -- attempts that failed
  first_failed  bigint,
  last_failed   bigint,
  component     varchar(255), -- the one that failed last
  error_type    varchar(255),
  error_message text,
  primary key (queue, due_at, id)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin;

create table if not exists concor_dead (
  queue         int not null,
  lane          int not null,
  id            bigint not null,
  event_id      varchar(255) not null,
  key_text      varchar(1000), -- null: without a key
  type          varchar(255) not null, -- the logical name of the type of the message
  version       int not null,
  size          int not null, -- bytes of body
  body          longblob not null,
  headers       longblob, -- null: none
  put_at        bigint not null,
  attempts      int not null, -- begun
  failures      int not null, -- attempts that failed
  first_failed  bigint,
  last_failed   bigint,
  component     varchar(255), -- the one that failed last
  error_type    varchar(255),
  error_message text,
  holds         int not null, -- 1: later events of its key wait
  primary key (queue, id),
  key concor_dead_holds (queue, holds, id)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin;

create table if not exists concor_seen (
  queue    int not null,
  event_id varchar(255) not null,
  put_at   bigint not null,
  primary key (queue, event_id),
  key concor_seen_put_at (put_at)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin;

create table if not exists concor_instance (
  id          varchar(64) not null,
  name        varchar(255) not null,
  started_at  bigint not null,
  lease_until bigint not null,
  wake        bigint not null, -- grows when events were put that this instance hands out
  primary key (id)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin;

create table if not exists concor_consumer (
  queue    int not null,
  instance varchar(64) not null,
  primary key (queue, instance)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin;

create table if not exists concor_lane (
  queue        int not null,
  lane         int not null,
  owner        varchar(64), -- an instance, or null
  epoch        bigint not null, -- grows with each change of the owner
  attempted_to bigint not null, -- events up to this id may have been begun
  primary key (queue, lane)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin;

create table if not exists concor_partition (
  queue    varchar(255) not null, -- the name of a remote queue
  part     int not null, -- the number of the partition
  topic_id varchar(255) not null, -- what is done there is about that topic
  epoch    bigint not null, -- grows with each change of the owner
  primary key (queue, part)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin;

create table if not exists concor_progress (
  queue varchar(255) not null,
  part  int not null,
  epoch bigint not null, -- under which it was written
  id    bigint not null,
  done  longblob not null, -- which events of the partition have ended with a transaction
  primary key (queue, part, epoch, id)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin;

create table if not exists concor_store (
  name    varchar(255) not null,
  content varchar(255) not null,
  primary key (name)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin;

insert into concor_schema (version, readable_from, created_at)
select 1, 1, timestampdiff(microsecond, '1970-01-01', utc_timestamp(3)) div 1000 from (select 1 as one) o
where not exists (select 1 from concor_schema where version = 1);

insert into concor_schema (version, readable_from, created_at)
select 2, 1, timestampdiff(microsecond, '1970-01-01', utc_timestamp(3)) div 1000 from (select 1 as one) o
where not exists (select 1 from concor_schema where version = 2);
