-- What chains show: watched addresses, the payments to them, and which provider sees each. A payment's confirmations
-- are computed from its block and its provider's tip, so they are right after a reorganisation too.
--
-- functions: public.protect_chain_payment, public.count_payment_change

-- A configured provider, what it last answered, and where it continues.
create table chain_provider (
  chain          text not null check (chain in ('bitcoin', 'ethereum', 'tron')),
  name           text not null check (btrim(name) <> ''),
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
  next_check_at  timestamptz not null,
  checked_at     timestamptz,
  unique (chain, coin, address)
);
create index chain_address_due on chain_address (chain, next_check_at);

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
  -- Grows with each change of its sightings: who acts on payments sees which ones are new to them.
  revision       bigint not null default 1,
  unique (chain, coin, txid, output_index),
  foreign key (chain, coin, address) references chain_address (chain, coin, address)
);
create index chain_payment_of_address on chain_payment (address, coin);
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

grant select, insert, update on chain_provider to candor_app;
grant select, insert on chain_address, chain_payment, chain_sighting to candor_app;
grant update (next_check_at, checked_at, from_height) on chain_address to candor_app;
grant update (first_seen_at, revision) on chain_payment to candor_app;
grant update (block_height, block_hash, block_at, replaceable, trace, gone_at) on chain_sighting to candor_app;
grant select on chain_provider, chain_address, chain_payment, chain_sighting to candor_read;
