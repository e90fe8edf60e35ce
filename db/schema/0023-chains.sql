-- What chains show: watched addresses, the payments to them, and which provider sees each. A payment's confirmations
-- are computed from its block and its provider's tip, so they are right after a reorganisation too.
--
-- candor_watcher alone writes what chains show, over a login of its own in live: the role of the application can't
-- stand in for a chain, and so not for a second admin.
--
-- functions: public.protect_chain_payment, public.count_payment_change, public.refuse_in_live

do $$
begin
  if not exists (select from pg_roles where rolname = 'candor_watcher') then
    create role candor_watcher nologin;
  end if;
exception when duplicate_object or unique_violation then
  null;  -- another database of this cluster created it at the same moment
end $$;
grant usage on schema public to candor_watcher;
grant select on mode to candor_watcher;

-- A configured provider, what it last answered, and where it continues.
create table chain_provider (
  chain          text not null check (chain in ('bitcoin', 'ethereum', 'tron')),
  name           text not null check (btrim(name) <> ''),
  simulated      boolean not null,
  cursor         jsonb,
  tip_height     integer check (tip_height >= 0),
  tip_hash       text check (tip_hash ~ '^[0-9a-f]{64}$'),
  tip_at         timestamptz,
  -- Blocks up to here no longer change; null on a chain without finality.
  final_height   integer check (final_height >= 0),
  checked_at     timestamptz not null,
  answered_at    timestamptz,
  -- Why the last check gave no answer that counts, and since when.
  problem        text check (btrim(problem) <> ''),
  problem_since  timestamptz,
  -- It answered, with a chain that ends before the blocks that are known.
  behind         boolean not null default false check (not behind or problem is not null),
  -- Failed checks in a row, and the earliest time of the next one: the pause doubles.
  failures       integer not null default 0 check (failures >= 0),
  retry_at       timestamptz,
  -- The one process that checks it now; another one takes over after this time.
  claimed_until  timestamptz,
  check ((problem is null) = (problem_since is null)),
  check ((tip_height is null) = (tip_hash is null) and (tip_height is null) = (tip_at is null)),
  primary key (chain, name)
);

-- Every address that ever was given to a member, watched for good, less and less often.
create table chain_address (
  id             text primary key check (id ~ '^adr_[0-9a-z]{20}$'),
  chain          text not null check (chain in ('bitcoin', 'ethereum', 'tron')),
  coin           text not null references ledger.currency (code),
  address        text not null check (address ~ '^[A-Za-z0-9]{20,100}$'),
  -- The first block that can contain a payment to it.
  from_height    integer not null check (from_height >= 0),
  created_at     timestamptz not null,
  -- Checked every few seconds until the first time, and every few minutes until the second. Null: for a day
  -- and for a week from when it was issued.
  open_until     timestamptz,
  recent_until   timestamptz,
  next_check_at  timestamptz not null,
  checked_at     timestamptz,
  -- When the watcher derived it again from its approved source, or found it in an approved pool or among the approved
  -- receiving addresses. What another one is paid is no evidence.
  verified_at    timestamptz,
  unique (chain, coin, address)
);
create index chain_address_to_verify on chain_address (chain, created_at) where verified_at is null;
create index chain_address_due on chain_address (chain, next_check_at);

-- The addresses that a provider's cursor covers, for providers that read whole blocks.
create table chain_cursor_address (
  chain          text not null,
  provider       text not null,
  address_id     text not null references chain_address,
  foreign key (chain, provider) references chain_provider (chain, name),
  primary key (address_id, provider)
);

-- A payment to a watched address. What it paid never changes; whether the chain still shows it is in its sightings.
create table chain_payment (
  id             text primary key check (id ~ '^pay_[0-9a-z]{20}$'),
  chain          text not null check (chain in ('bitcoin', 'ethereum', 'tron')),
  coin           text not null,
  txid           text not null check (txid ~ '^[0-9a-f]{64}$'),
  output_index   integer not null check (output_index >= 0),
  address        text not null,
  units          bigint not null check (units > 0),
  -- The earlier of the first sighting and the time of its block.
  first_seen_at  timestamptz not null,
  -- Grows with each change of its sightings; `handled_revision` follows when the change was acted on.
  revision          bigint not null default 1,
  handled_revision  bigint not null default 0 check (handled_revision <= revision),
  -- Providers that disagree on what an output pays make two payments: neither of them counts.
  unique (chain, coin, txid, output_index, address, units),
  foreign key (chain, coin, address) references chain_address (chain, coin, address)
);
create index chain_payment_of_address on chain_payment (address, coin);
create index chain_payment_to_handle on chain_payment (id) where handled_revision < revision;
create trigger protect_chain_payment before update or delete on chain_payment
  for each row execute function protect_chain_payment();

-- What one provider says of a payment: its block, or that it is gone.
create table chain_sighting (
  payment_id     text not null references chain_payment,
  chain          text not null,
  provider       text not null,
  block_height   integer check (block_height >= 0),
  block_hash     text check (block_hash ~ '^[0-9a-f]{64}$'),
  block_at       timestamptz,
  replaceable    boolean not null,
  trace          text not null check (trace in ('output', 'log', 'transaction', 'balance')),
  seen_at        timestamptz not null,
  -- When the provider no longer showed it: replaced, dropped, or in a block that the chain gave up.
  gone_at        timestamptz check (gone_at >= seen_at),
  check ((block_height is null) = (block_hash is null) and (block_height is null) = (block_at is null)),
  foreign key (chain, provider) references chain_provider (chain, name),
  primary key (payment_id, provider)
);
create index chain_sighting_of_block on chain_sighting (chain, provider, block_height);
create trigger count_payment_change after insert or update on chain_sighting
  for each row execute function count_payment_change();

grant select on chain_provider, chain_address, chain_cursor_address, chain_payment, chain_sighting
  to candor_app, candor_watcher, candor_read;
grant insert, update on chain_provider to candor_watcher;
grant insert, delete on chain_cursor_address to candor_watcher;
grant insert on chain_payment, chain_sighting to candor_watcher;
grant update (next_check_at, checked_at, open_until, recent_until, verified_at) on chain_address to candor_watcher;
grant update (first_seen_at, revision) on chain_payment to candor_watcher;
grant update (block_height, block_hash, block_at, replaceable, trace, gone_at) on chain_sighting to candor_watcher;

grant insert (id, chain, coin, address, from_height, created_at, open_until, recent_until, next_check_at)
  on chain_address to candor_app;
grant update (next_check_at, open_until, recent_until) on chain_address to candor_app;
grant update (handled_revision) on chain_payment to candor_app;

-- The sandbox's simulated chains. Only blocks of the main chain stay; a reorganisation deletes those it replaces.
create table simulated_block (
  chain          text not null check (chain in ('bitcoin', 'ethereum', 'tron')),
  height         integer not null check (height >= 0),
  hash           text not null check (hash ~ '^[0-9a-f]{64}$'),
  mined_at       timestamptz not null,
  unique (chain, hash),
  primary key (chain, height)
);
create trigger refuse_simulated_block before insert on simulated_block
  for each row execute function refuse_in_live();

-- A transaction of a simulated chain: in its mempool, in a block, or dropped.
create table simulated_transaction (
  chain          text not null check (chain in ('bitcoin', 'ethereum', 'tron')),
  txid           text not null check (txid ~ '^[0-9a-f]{64}$'),
  -- The whole transaction in hex, on Bitcoin.
  raw            text check (raw ~ '^([0-9a-f]{2})+$'),
  replaceable    boolean not null,
  sent_at        timestamptz not null,
  block_height   integer,
  dropped_at     timestamptz,
  check (block_height is null or dropped_at is null),
  check ((raw is null) = (chain <> 'bitcoin')),
  foreign key (chain, block_height) references simulated_block (chain, height),
  primary key (chain, txid)
);
create index simulated_transaction_of_block on simulated_transaction (chain, block_height);
create trigger refuse_simulated_transaction before insert on simulated_transaction
  for each row execute function refuse_in_live();

-- What a simulated transaction pays.
create table simulated_output (
  chain          text not null,
  txid           text not null,
  output_index   integer not null check (output_index >= 0),
  coin           text not null references ledger.currency (code),
  address        text not null,
  units          bigint not null check (units > 0),
  foreign key (chain, txid) references simulated_transaction (chain, txid),
  primary key (chain, txid, output_index)
);
create index simulated_output_of_address on simulated_output (chain, address);
create trigger refuse_simulated_output before insert on simulated_output
  for each row execute function refuse_in_live();

-- The outputs that a simulated Bitcoin transaction spends. Two that spend the same one exclude each other.
create table simulated_input (
  chain          text not null,
  txid           text not null,
  spent_txid     text not null check (spent_txid ~ '^[0-9a-f]{64}$'),
  spent_index    integer not null check (spent_index >= 0),
  foreign key (chain, txid) references simulated_transaction (chain, txid),
  primary key (chain, txid, spent_txid, spent_index)
);
create index simulated_input_of_output on simulated_input (chain, spent_txid, spent_index);
create trigger refuse_simulated_input before insert on simulated_input
  for each row execute function refuse_in_live();

grant select, insert, delete on simulated_block to candor_app;
grant select, insert on simulated_transaction, simulated_output, simulated_input to candor_app;
grant update (block_height, dropped_at) on simulated_transaction to candor_app;
grant select on simulated_block, simulated_transaction, simulated_output, simulated_input to candor_read;
