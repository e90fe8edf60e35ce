-- Where the addresses come from that members pay to: derived from the operator's account key, lent from a pool, or one
-- shared address (receiving_address).
--
-- functions: public.check_address_source, public.fill_pool, public.guard_pool_address, public.guard_issued_address
-- functions: public.follow_deposit_address, public.mark_address_paid, public.watch_address, public.begin_real_chain

-- How a payment method gives addresses, as a history. In force is the newest row that has taken effect; without one,
-- the method has one shared address.
create table address_source (
  id              text primary key check (id ~ '^asr_[0-9a-z]{20}$'),
  sequence        bigint generated always as identity unique,
  method          text not null check (ledger.is_payment_method(method, null)),
  mode            text not null check (mode in ('xpub', 'pool', 'shared')),
  chain           text not null check (chain in ('bitcoin', 'ethereum', 'tron')),
  check (method = 'USDT' and chain in ('ethereum', 'tron') or method = 'BITCOIN' and chain = 'bitcoin'
    or method = 'ETHERIUM' and chain = 'ethereum'),
  -- xpub: the account's extended public key, and what its addresses are.
  account_key     text check (account_key ~ '^[xt]pub[1-9A-HJ-NP-Za-km-z]{107,108}$'),
  script_type     text check (script_type in ('p2wpkh', 'p2tr', 'account')),
  -- Of the wallet that the key came from, for the operator.
  fingerprint     text check (fingerprint ~ '^[0-9a-f]{8}$'),
  path            text check (path ~ '^[0-9]{1,10}''?(/[0-9]{1,10}''?){0,9}$'),
  check ((mode = 'xpub') = (account_key is not null) and (account_key is null) = (script_type is null)),
  check (mode = 'xpub' or (fingerprint is null and path is null)),
  check (script_type is null or (script_type = 'account') = (chain <> 'bitcoin')),
  -- pool: the addresses.
  addresses       text[] check (cardinality(addresses) between 1 and 1000),
  check ((mode = 'pool') = (addresses is not null)),
  effective_from  timestamptz not null,
  changed_by      text not null check (changed_by <> ''),
  changed_at      timestamptz not null,
  -- The second admin's decision, which live requires, see check_address_source().
  approval_id     text unique,
  check (effective_from >= changed_at)
);
create index address_source_method on address_source (method, effective_from desc, sequence desc);
create trigger check_address_source before insert on address_source
  for each row execute function check_address_source();
create trigger append_only before update or delete on address_source for each row execute function refuse_rewriting();
create trigger never_truncated before truncate on address_source execute function refuse_rewriting();

-- The addresses of a pool, each at most once in it. A retired one is lent no more.
create table pool_address (
  source_id   text not null references address_source,
  address     text not null check (address ~ '^[A-Za-z0-9]{20,100}$'),
  position    integer not null check (position >= 1),
  retired_at  timestamptz,
  retired_by  text check (retired_by <> ''),
  check ((retired_at is null) = (retired_by is null)),
  primary key (source_id, address)
);
create index pool_address_address on pool_address (address);
create trigger fill_pool after insert on address_source for each row when (new.mode = 'pool')
  execute function fill_pool();
create trigger guard_pool_address before update or delete on pool_address
  for each row execute function guard_pool_address();

-- The next number of each account key, also when the operator comes back to a key.
create table address_counter (
  method       text not null,
  account_key  text not null,
  script_type  text not null,
  next_index   integer not null check (next_index between 0 and 2147483647),
  primary key (method, account_key, script_type)
);

-- Every derived or lent address that a member was given, with the deposit that has it now or had it last.
create table issued_address (
  method            text not null,
  address           text not null check (address ~ '^[A-Za-z0-9]{20,100}$'),
  source_id         text not null references address_source,
  -- xpub: the number in the account's receiving addresses.
  derivation_index  integer check (derivation_index >= 0),
  member_id         text not null,
  deposit_id        text not null references deposit deferrable initially deferred,
  lent_at           timestamptz not null,
  -- When its deposit stopped waiting for a payment to it.
  returned_at       timestamptz check (returned_at >= lent_at),
  -- The first payment to it.
  paid_at           timestamptz,
  primary key (method, address)
);
create unique index issued_address_index on issued_address (source_id, derivation_index);
create index issued_address_member on issued_address (member_id, method) where derivation_index is not null;
create index issued_address_address on issued_address (address);
create unique index issued_address_deposit on issued_address (deposit_id);
create index issued_address_lent on issued_address (method, lent_at desc);
create trigger guard_issued_address before insert or update or delete on issued_address
  for each row execute function guard_issued_address();

create trigger follow_deposit_address after update of status on deposit
  for each row when (new.status is distinct from old.status) execute function follow_deposit_address();
create trigger mark_address_paid after insert on chain_payment for each row execute function mark_address_paid();

grant select, insert on address_source, issued_address to candor_app;
grant select, insert, update on address_counter to candor_app;
grant select, update (retired_at, retired_by) on pool_address to candor_app;
grant update (source_id, member_id, deposit_id, lent_at, returned_at) on issued_address to candor_app;
grant select on address_source, pool_address, address_counter, issued_address to candor_read;
grant select on address_source, pool_address, issued_address, receiving_address to candor_watcher;

-- The confirmations that a payment needs by its value; 1000 is a block that Ethereum calls final. The column
-- payment_method.confirmations is no longer read: a later release drops it.
alter table payment_method alter column confirmations set default 2;
insert into setting_control values
  ('confirmations', 'bitcoin', 'lower', '2', '2', 1),
  ('confirmations', 'bitcoinFrom1000', 'lower', '3', '3', 1),
  ('confirmations', 'bitcoinFrom10000', 'lower', '6', '6', 1),
  ('confirmations', 'ethereum', 'lower', '12', '12', 1),
  ('confirmations', 'ethereumFrom1000', 'lower', '12', '12', 1),
  ('confirmations', 'ethereumFrom10000', 'lower', '1000', '1000', 1);

-- Another block explorer needs another admin, because members follow its links; none at all doesn't.
-- Only migrations write controls, and find_looser_fields() knows their kinds.
alter table setting_control drop constraint setting_control_looser_check;
insert into setting_control values
  ('explorers', 'bitcoin', 'changed', '"https://mempool.space/tx/{txid}"', '"https://mempool.space/tx/{txid}"', null),
  ('explorers', 'ethereum', 'changed', '"https://etherscan.io/tx/{txid}"', '"https://etherscan.io/tx/{txid}"', null),
  ('explorers', 'tron', 'changed', '"https://tronscan.org/#/transaction/{txid}"',
    '"https://tronscan.org/#/transaction/{txid}"', null);
grant select on setting_control to candor_read;

-- The shared addresses so far are watched too.
insert into chain_address (id, chain, coin, address, from_height, created_at, open_until, recent_until, next_check_at)
  select distinct on (address, method) 'adr_' || left(encode(sha256(convert_to(id, 'UTF8')), 'hex'), 20),
    case method when 'BITCOIN' then 'bitcoin' else 'ethereum' end,
    case method when 'BITCOIN' then 'BTC' when 'ETHERIUM' then 'ETH' else 'USDT' end, address, 0,
    changed_at, changed_at, changed_at, changed_at
  from receiving_address order by address, method, changed_at;
