-- Addresses a member is paid at. A changed one is a new row, so that it waits for its own cool-down.
create table wallet (
  id          text primary key check (id ~ '^wal_[0-9a-z]{20}$'),
  member_id   text not null,
  coin        text not null check (coin in ('BTC', 'ETH', 'USDT')),
  address     text not null,
  network     text not null,
  -- The one that the wallet screen shows for its coin; others were saved while withdrawing.
  main        boolean not null,
  created_at  timestamptz not null,
  usable_from timestamptz not null check (usable_from >= created_at),
  retired_at  timestamptz
);

create unique index wallet_once on wallet (member_id, coin, address) where retired_at is null;
create unique index wallet_main on wallet (member_id, coin) where main and retired_at is null;

create table withdrawal (
  id             text primary key check (id ~ '^wdr_[0-9a-z]{20}$'),
  member_id      text not null,
  source         text not null check (source in ('balance', 'profit')),
  amount         bigint not null check (amount > 0),
  method         text not null check (method in ('BITCOIN', 'ETHERIUM', 'USDT')),
  coin           text not null check (coin in ('BTC', 'ETH', 'USDT')),
  wallet_id      text not null references wallet,
  address        text not null,
  -- What the member was told; at approval the fee may only be lower.
  fee_told       bigint not null check (fee_told >= 0 and fee_told < amount),
  status         text not null check (status in ('pending', 'approved', 'completed', 'rejected', 'cancelled')),
  created_at     timestamptz not null,
  payable_from   timestamptz not null,
  -- From a configured amount on a second admin decides; this is the first one's part.
  proposed_at    timestamptz,
  proposed_by    text,
  approved_at    timestamptz,
  approved_by    text,
  fee            bigint check (fee >= 0 and fee <= fee_told),
  rate           bigint check (rate > 0),
  rate_source    text,
  rate_at        timestamptz,
  coin_amount    bigint check (coin_amount > 0),
  closed_at      timestamptz,
  closed_by      text,
  txid           text check (btrim(txid) <> ''),
  reason         text check (btrim(reason) <> ''),
  check (status <> 'pending' or approved_at is null),
  check ((proposed_at is null) = (proposed_by is null)),
  check (status not in ('approved', 'completed') or approved_at is not null),
  check ((approved_at is null) = (approved_by is null) and (approved_at is null) = (fee is null)
    and (approved_at is null) = (rate is null) and (approved_at is null) = (rate_source is null)
    and (approved_at is null) = (rate_at is null) and (approved_at is null) = (coin_amount is null)),
  check ((closed_at is null) = (status in ('pending', 'approved')) and (closed_at is null) = (closed_by is null)),
  check ((status = 'completed') = (txid is not null)),
  check ((status = 'rejected') = (reason is not null))
);

-- One transaction pays one withdrawal.
create unique index withdrawal_txid on withdrawal (coin, lower(txid)) where txid is not null;
create index withdrawal_of_member on withdrawal (member_id, created_at desc);
create index withdrawal_open on withdrawal (created_at) where status in ('pending', 'approved');
create index withdrawal_paid on withdrawal (closed_at) where status = 'completed';

grant select, insert on wallet, withdrawal to candor_app;
grant update (main, retired_at) on wallet to candor_app;
grant update (status, proposed_at, proposed_by, approved_at, approved_by, fee, rate, rate_source, rate_at, coin_amount, closed_at, closed_by, txid, reason)
  on withdrawal to candor_app;
