-- Proof of reserves: the operator's own addresses, and the signed statements that prove control of them.
--
-- functions: public.guard_reserve_address, public.check_reserve_statement

-- An address that holds coin of a custody place. Only one with a single key can sign a statement of control; what else
-- it is says why it isn't covered.
create table reserve_address (
  id             text primary key check (id ~ '^rsv_[0-9a-z]{20}$'),
  chain          text not null check (chain in ('bitcoin', 'ethereum', 'tron')),
  coin           text not null references ledger.currency (code),
  check (coin = 'BTC' and chain = 'bitcoin' or coin = 'ETH' and chain = 'ethereum'
    or coin = 'USDT' and chain in ('ethereum', 'tron')),
  address        text not null check (address ~ '^[A-Za-z0-9]{20,100}$'),
  place          text not null check (place ~ '^[a-z0-9][a-z0-9_-]{0,39}$'),
  wallet         text not null check (wallet in ('single_key', 'multisig', 'contract', 'custodian')),
  added_by       text not null check (btrim(added_by) <> ''),
  added_at       timestamptz not null,
  retired_by     text check (btrim(retired_by) <> ''),
  retired_at     timestamptz check (retired_at >= added_at),
  check ((retired_by is null) = (retired_at is null))
);
create unique index reserve_address_in_use on reserve_address (chain, coin, address) where retired_at is null;
create index reserve_address_place on reserve_address (place, coin) where retired_at is null;
create trigger guard_reserve_address before update or delete on reserve_address
  for each row execute function guard_reserve_address();
create trigger never_truncated before truncate on reserve_address execute function refuse_rewriting();

-- The text that the operator signs. It contains a random nonce and the newest block, so that it can't be older.
create table reserve_challenge (
  id             text primary key check (id ~ '^rch_[0-9a-z]{20}$'),
  sequence       bigint generated always as identity unique,
  address_id     text not null references reserve_address,
  nonce          text not null unique check (nonce ~ '^[0-9a-f]{32}$'),
  block_height   integer not null check (block_height >= 0),
  block_hash     text not null check (block_hash ~ '^[0-9a-f]{64}$'),
  statement      text not null check (length(statement) <= 1000),
  check (position(nonce in statement) > 0 and position(block_hash in statement) > 0),
  prepared_by    text not null check (btrim(prepared_by) <> ''),
  prepared_at    timestamptz not null,
  expires_at     timestamptz not null,
  check (expires_at > prepared_at and expires_at <= prepared_at + interval '24 hours')
);
create index reserve_challenge_address on reserve_challenge (address_id, sequence desc);
create trigger append_only before update or delete on reserve_challenge
  for each row execute function refuse_rewriting();
create trigger never_truncated before truncate on reserve_challenge execute function refuse_rewriting();

-- A verified signature of a challenge, at most one each, with the balance of the address.
create table reserve_statement (
  challenge_id   text primary key references reserve_challenge,
  signature      text not null check (length(signature) between 1 and 2000),
  format         text not null check (format in ('bip322', 'bip137', 'eip191', 'tip191')),
  -- In the coin's minor units, at this block: the challenge's, or a later one if the provider can't read that one.
  units          bigint not null check (units >= 0),
  balance_height integer not null check (balance_height >= 0),
  balance_hash   text not null check (balance_hash ~ '^[0-9a-f]{64}$'),
  balance_at     timestamptz not null,
  provider       text not null check (btrim(provider) <> ''),
  simulated      boolean not null,
  verified_at    timestamptz not null,
  recorded_by    text not null check (btrim(recorded_by) <> '')
);
create trigger check_reserve_statement before insert on reserve_statement
  for each row execute function check_reserve_statement();
create trigger append_only before update or delete on reserve_statement
  for each row execute function refuse_rewriting();
create trigger never_truncated before truncate on reserve_statement execute function refuse_rewriting();

grant select, insert on reserve_address, reserve_challenge, reserve_statement to candor_app;
grant update (retired_by, retired_at) on reserve_address to candor_app;
grant select on reserve_address, reserve_challenge, reserve_statement to candor_read;
